#!/bin/sh
# Draws every image in this directory anew. Needs ImageMagick 6, fonts-dejavu-core and fonts-noto-cjk of Debian 12.
set -eu
cd "$(dirname "$0")"
latin=/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf
cjk=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

draw() { # text, output
    convert -size 560x90 xc:white -font "$latin" -pointsize 40 -fill black -gravity center -annotate 0 "$1" \
        -colorspace Gray -strip -density 300 "$2"
}

# One line of text in every format.
draw 'Green river 4711' "$work/line.png"
convert "$work/line.png" -define png:bit-depth=8 line-gray8.png
convert "$work/line.png" -define png:bit-depth=16 -depth 16 line-gray16.png
convert "$work/line.png" -threshold 50% -define png:bit-depth=1 line-1bit.png
convert "$work/line.png" -colors 4 -type Palette PNG8:line-palette.png
convert "$work/line.png" -alpha copy -channel A -negate +channel -fill black -colorize 100 PNG32:line-black-on-clear.png
convert "$work/line.png" -alpha copy -channel A -negate +channel -fill white -colorize 100 PNG32:line-white-on-clear.png
convert "$work/line.png" -quality 85 line-gray.jpg
convert "$work/line.png" -colorspace sRGB -type TrueColor -quality 85 line-color.jpg
convert "$work/line.png" -colorspace sRGB -type TrueColor -interlace JPEG -quality 85 line-progressive.jpg
convert "$work/line.png" -colorspace CMYK -quality 85 line-cmyk.jpg
convert "$work/line.png" -colorspace sRGB -type TrueColor -compress LZW line-lzw.tif
convert "$work/line.png" -threshold 50% -compress Group4 line-group4.tif
convert "$work/line.png" -depth 16 -compress Zip line-16bit.tif
convert "$work/line.png" -quality 90 line.webp
convert "$work/line.png" line.gif
convert "$work/line.png" -colors 16 -type Palette BMP3:line.bmp
convert "$work/line.png" line.pgm
convert "$work/line.png" -threshold 50% line.pbm

# The same line, stored in the eight ways; each file carries the tag that says so.
turn() { # number, operations that undo the orientation
    number=$1
    shift
    convert "$work/line.png" "$@" +repage -threshold 50% -compress Group4 "$work/turned.tif"
    convert "$work/turned.tif" -orient "$(orientation "$number")" -compress Group4 "orientation-$number.tif"
    convert "$work/turned.tif" -quality 85 "orientation-$number.jpg"
}
orientation() {
    echo TopLeft TopRight BottomRight BottomLeft LeftTop RightTop RightBottom LeftBottom | cut -d' ' -f"$1"
}
turn 1
turn 2 -flop
turn 3 -rotate 180
turn 4 -flip
turn 5 -transpose
turn 6 -rotate 270
turn 7 -transverse
turn 8 -rotate 90

# The same pixels with five claims about their resolution.
for dpi in 1 72 300 1200; do convert line-1bit.png -units PixelsPerInch -density "$dpi" "dpi-$dpi.png"; done
convert line-1bit.png -strip -density 0 "dpi-0.png"

# Three pages.
for page in One Two Three; do draw "Page $page of three" "$work/$page.png"; done
convert "$work/One.png" "$work/Two.png" "$work/Three.png" -threshold 50% -compress Group4 pages.tif

# A page of two paragraphs; the first wraps a word with a hyphen.
convert -size 1100x520 xc:white -font "$latin" -pointsize 32 -fill black \
    -annotate +60+80 'The old mill stands beside the quiet river, and every mor-' \
    -annotate +60+125 'ning the miller opens the heavy gate. The water runs down' \
    -annotate +60+170 'to the wheel, which turns slowly until the sun has set.' \
    -annotate +60+300 'In winter the river freezes. Nobody works then, and the' \
    -annotate +60+345 'children of the village skate as far as the next bridge,' \
    -annotate +60+390 'where a bell is rung when it is time to go home again.' \
    -resize 1500x -threshold 50% -strip -define png:bit-depth=1 page.png
convert page.png -rotate 180 page-upside-down.png
convert page.png -rotate 90 page-sideways.png

# Two words far apart, for regions.
convert -size 900x300 xc:white -font "$latin" -pointsize 48 -fill black \
    -annotate +60+90 'Upper' -annotate +620+250 'Lower' -threshold 50% -strip -define png:bit-depth=1 corners.png

# Japanese, written without spaces.
convert -size 760x110 xc:white -font "$cjk" -pointsize 48 -fill black -gravity center \
    -annotate 0 '東京都の天気は晴れです' -threshold 50% -strip -define png:bit-depth=1 japanese.png

# A line turned by five degrees, a pale one, a tiny one and none at all.
convert "$work/line.png" -background white -rotate 5 +repage -threshold 50% -define png:bit-depth=1 slanted.png
convert "$work/line.png" +level 80%,92% pale.png
convert "$work/line.png" -resize 22% tiny.png
convert -size 400x300 xc:white -define png:bit-depth=1 blank.png
