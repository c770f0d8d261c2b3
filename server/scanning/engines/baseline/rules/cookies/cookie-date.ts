const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** RFC 6265, 5.1.1. A colon is part of a time. */
const DELIMITERS = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/;

/**
 * Reads a cookie's date as browsers do (RFC 6265, 5.1.1): a time, a day, a month and a year, whatever is between them and always UTC.
 * Undefined if one is missing, which makes browsers ignore the attribute.
 */
export function readCookieDate(text: string): Date | undefined {
	let time: number[] | undefined;
	let day: number | undefined;
	let month: number | undefined;
	let year: number | undefined;
	for (const token of text.toLowerCase().split(DELIMITERS)) {
		const clock = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/.exec(token);
		const number = /^\d+/.exec(token)?.[0] ?? "";
		const named = MONTHS.indexOf(token.slice(0, 3));
		if (!time && clock) time = clock.slice(1).map(Number);
		else if (day === undefined && (number.length === 1 || number.length === 2)) day = Number(number);
		else if (month === undefined && named !== -1) month = named;
		else if (year === undefined && number.length >= 2 && number.length <= 4) year = fullYear(Number(number));
	}
	if (!time || day === undefined || month === undefined || year === undefined) return undefined;
	const [hour = 0, minute = 0, second = 0] = time;
	if (day < 1 || day > 31 || year < 1601 || hour > 23 || minute > 59 || second > 59) return undefined;
	return new Date(Date.UTC(year, month, day, hour, minute, second));
}

const fullYear = (year: number): number => (year >= 100 ? year : year + (year >= 70 ? 1900 : 2000));
