/// A day of the Gregorian calendar, also before its introduction; years 0001…9999.
struct CivilDate: Hashable {
    let year: Int
    let month: Int
    let day: Int

    /// Days from 0001-01-01 to 1970-01-01: 1969 years of 365 days, and 477 leap days (492 − 19 + 4).
    private static let daysBefore1970 = 719_162
    /// Days of a common year before each month.
    private static let daysBeforeMonth = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

    /// - Returns: `nil` for a day that does not exist.
    init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(of: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Precondition: the day lies in the years 0001…9999.
    init(daysSince1970: Int) {
        let days = daysSince1970 + Self.daysBefore1970
        precondition(days >= 0)
        // 400 years have 146,097 days. Dividing by their mean length never gives a year too late by more than one,
        // and never one too early by more than one.
        var year = days * 400 / 146_097 + 1
        while Self.daysBefore(year) > days { year -= 1 }
        while Self.daysBefore(year + 1) <= days { year += 1 }
        let dayOfYear = days - Self.daysBefore(year)
        var month = 12
        while Self.daysBefore(month, in: year) > dayOfYear { month -= 1 }
        self.year = year
        self.month = month
        day = dayOfYear - Self.daysBefore(month, in: year) + 1
    }

    var daysSince1970: Int {
        Self.daysBefore(year) + Self.daysBefore(month, in: year) + day - 1 - Self.daysBefore1970
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// Days from 0001-01-01 to the first of `year`.
    private static func daysBefore(_ year: Int) -> Int {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400
    }

    private static func daysBefore(_ month: Int, in year: Int) -> Int {
        daysBeforeMonth[month - 1] + (month > 2 && isLeap(year) ? 1 : 0)
    }

    private static func length(of month: Int, in year: Int) -> Int {
        month == 12 ? 31 : daysBefore(month + 1, in: year) - daysBefore(month, in: year)
    }
}

extension CivilDate: CustomStringConvertible {
    /// `YYYY-MM-DD`
    var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}
