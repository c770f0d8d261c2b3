import { DEMO_MINUTES } from "#contract/site/leads.ts";
import { site } from "#src/config/site.ts";

/** `20261121T090000Z` (RFC 5545, 3.3.5). */
const stamp = (date: Date) =>
	date
		.toISOString()
		.replace(/\.\d{3}/, "")
		.replaceAll(/[-:]/g, "");

/** The requested demo time as a calendar file: tentative until we confirm it. It contains no text that a visitor wrote. */
export function demoCalendar({ uid, startsAt, at }: { uid: string; startsAt: Date; at: Date }): string {
	const endsAt = new Date(startsAt.getTime() + DEMO_MINUTES * 60_000);
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		`PRODID:-//${site.name}//Demo//EN`,
		"METHOD:PUBLISH",
		"BEGIN:VEVENT",
		`UID:${uid}`,
		`DTSTAMP:${stamp(at)}`,
		`DTSTART:${stamp(startsAt)}`,
		`DTEND:${stamp(endsAt)}`,
		`SUMMARY:${site.name} demo (not yet confirmed)`,
		"STATUS:TENTATIVE",
		"TRANSP:TRANSPARENT",
		"END:VEVENT",
		"END:VCALENDAR",
	];
	return `${lines.join("\r\n")}\r\n`;
}
