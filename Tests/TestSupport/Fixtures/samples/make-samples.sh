#!/usr/bin/env bash
# Makes the sample pictures of this directory anew, from the texts beside them.
#
# Needs ImageMagick 6 and the Debian packages fonts-dejavu-core and fonts-noto-cjk. The seeds are fixed, so the same
# versions make the same pixels; another version of a font or of ImageMagick may not, and then the texts have to be
# checked against the pictures again. MANIFEST.md says what each sample is for.
set -euo pipefail
cd "$(dirname "$0")"

serif=/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf
sans_bold=/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf
japanese=/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc

# A page as a scanner gives it: warm white, black ink slightly blurred, turned a little, with some noise, in 16 grays.
# page OUT FONT SIZE LINE_HEIGHT WIDTH HEIGHT ANGLE, with the text on standard input.
page() {
    local out=$1 font=$2 size=$3 line_height=$4 width=$5 height=$6 angle=$7
    local lines=() line y=$((line_height + 30))
    while IFS= read -r line; do
        # A blank line between paragraphs is lower than a line of text.
        if [[ -z $line ]]; then
            y=$((y + line_height / 2))
            continue
        fi
        lines+=(-annotate "+60+$y" "$line")
        y=$((y + line_height))
    done
    convert -seed 20 -size "${width}x$height" 'xc:gray(94%)' -font "$font" -pointsize "$size" -fill 'gray(12%)' \
        "${lines[@]}" -background 'gray(94%)' -rotate "$angle" -gravity center -extent "${width}x$height" \
        -blur 0x0.6 -attenuate 0.12 +noise Gaussian -colorspace Gray -posterize 16 -depth 8 -strip -define png:compression-level=9 \
        -define png:exclude-chunks=date,time "$out"
}

# A painted board on a wall, seen a little from the side. sign OUT COLOUR TOP BOTTOM
sign() {
    local out=$1 colour=$2 top=$3 bottom=$4
    convert -seed 21 \( -size 900x600 gradient:'#b9a58c-#8f7d68' -attenuate 0.5 +noise Gaussian -blur 0x0.8 \) \
        \( -size 760x400 xc:none -fill "$colour" -stroke '#f4efe0' -strokewidth 8 -draw 'roundrectangle 8,8 751,391 28,28' \
        -stroke none -fill '#fbf7ea' -font "$sans_bold" -gravity north -pointsize 84 -annotate +0+70 "$top" \
        -annotate +0+215 "$bottom" \
        -virtual-pixel transparent -distort Perspective '0,0 10,14  760,0 752,0  760,400 748,396  0,400 6,380' \) \
        -gravity center -compose over -composite -blur 0x0.5 -attenuate 0.15 +noise Gaussian -strip -quality 82 "$out"
}

page page.png "$serif" 30 46 1180 720 0.7 <page.png.gt.txt
page ja-page.png "$japanese" 40 74 1180 560 -0.4 <ja-page.png.gt.txt
page wrong-request.png "$serif" 34 60 620 240 0 <wrong-request.png.gt.txt

sign sign.jpg '#1f5a3c' 'FRESH BREAD' 'OPEN DAILY'
sign whole.jpg '#23406e' 'BOAT HIRE' 'NEXT PIER'
head -c $(($(stat -c %s whole.jpg) / 2)) whole.jpg >cut.jpg
rm whole.jpg
