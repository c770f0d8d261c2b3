import type { LeadPage, LeadQuery, ListedLead } from "#contract/operator/operator.ts";
import type { Lead } from "#contract/site/leads.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import {
	cutPage,
	isAfter,
	type PageCursor,
	placeColumn,
	readCursor,
	writeCursor,
} from "#server/platform/db/page-cursor.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, json, orNull, readRow, readRows, text, textOf, time, uuid } from "#server/platform/db/rows.ts";

const LEAD = {
	id: uuid,
	kind: textOf<Lead["kind"]>(),
	body: json<Lead["body"]>(),
	acceptedAt: time,
	confirmedAt: orNull(time),
	place: text,
};

const BATCH = 500;

async function readSome(pool: Pool, kind: LeadQuery["kind"], after: PageCursor | undefined, limit: number) {
	const { bind, add, where } = collectConditions();
	add("true");
	if (kind) add(`kind = ${bind(kind)}`);
	if (after) add(isAfter(after, bind));
	const { text, values } = where();
	const rows = await readRows(
		pool,
		LEAD,
		`SELECT id, kind, body, accepted_at AS "acceptedAt", confirmed_at AS "confirmedAt", ${placeColumn("accepted_at")}
		 FROM leads WHERE ${text} ORDER BY accepted_at DESC, id DESC LIMIT ${limit + 1}`,
		values,
	);
	const { shown, last } = cutPage(rows, limit);
	return { leads: shown.map(listed), next: last && { acceptedAt: last.place, id: last.id } };
}

/** What visitors submitted, newest first, page by page. */
export async function readLeads(pool: Pool, { kind, cursor, limit = 50 }: LeadQuery): Promise<LeadPage | "bad_cursor"> {
	const after = cursor === undefined ? undefined : readCursor(cursor);
	if (cursor !== undefined && !after) return "bad_cursor";
	const { leads, next } = await readSome(pool, kind, after, limit);
	const all = await readRow(
		pool,
		{ total: int },
		"SELECT count(*) AS total FROM leads WHERE $1::text IS NULL OR kind = $1",
		[kind],
	);
	return { leads, next: next ? writeCursor(next) : null, total: all?.total ?? 0 };
}

/** All of them, or all of a kind. */
export async function* leadBatches(pool: Pool, kind: LeadQuery["kind"]): AsyncGenerator<ListedLead[]> {
	let after: PageCursor | undefined;
	do {
		const { leads, next } = await readSome(pool, kind, after, BATCH);
		yield leads;
		after = next;
	} while (after);
}

type Stored = { id: string; acceptedAt: Date; confirmedAt: Date | null };

function listed({
	id,
	kind,
	body,
	acceptedAt,
	confirmedAt,
}: Stored & { kind: Lead["kind"]; body: Lead["body"] }): ListedLead {
	const base = {
		id,
		acceptedAt: acceptedAt.toISOString(),
		confirmedAt: confirmedAt?.toISOString() ?? null,
		email: body.email,
		name: null,
		company: null,
		role: null,
		companySize: null,
		inquiryType: null,
		timeline: null,
		startsAt: null,
		timeZone: null,
		message: null,
	};
	// Parsed before it was stored, so the body belongs to the kind.
	const lead = { kind, body } as Lead;
	switch (lead.kind) {
		case "newsletter":
		case "waitlist":
			return { ...base, kind: lead.kind };
		case "contact": {
			const { firstName, lastName, company, role, companySize, inquiryType, timeline, message } = lead.body;
			return {
				...base,
				kind: lead.kind,
				name: `${firstName} ${lastName}`,
				company,
				role: role ?? null,
				companySize: companySize ?? null,
				inquiryType,
				timeline: timeline ?? null,
				message,
			};
		}
		case "demo": {
			const { name, company, startsAt, timeZone, note } = lead.body;
			return {
				...base,
				kind: lead.kind,
				name,
				company,
				startsAt: startsAt ?? null,
				timeZone: timeZone ?? null,
				message: note || null,
			};
		}
	}
}
