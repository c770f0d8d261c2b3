import { isIP } from "node:net";
import { site } from "#src/config/site.ts";
import type { TxtRecords } from "./txt-records.ts";

/** `problem`: what was found instead. Undefined if there is nothing to look for, as with an IP address. */
export type RecordLook = { found: boolean; problem: string | undefined };

/** The name to put the record under. */
export const txtName = (host: string) => `_${site.slug}.${host}`;

/** The exact content of the record or the file. */
export const proofText = (token: string) => `${site.slug}-verify=${token}`;

export type LookForRecord = (claim: { host: string; token: string }) => Promise<RecordLook>;

/** Looks for the record that proves who owns a name. */
export const createLookForRecord =
	(txtRecords: TxtRecords): LookForRecord =>
	async ({ host, token }) => {
		if (isIP(host) !== 0) return { found: false, problem: undefined };
		const name = txtName(host);
		const records = await txtRecords(name).catch(() => undefined);
		if (!records) return { found: false, problem: `The name servers did not answer for ${name}.` };
		if (records.some((record) => record.trim() === proofText(token))) return { found: true, problem: undefined };
		const problem =
			records.length > 0
				? `The TXT record of ${name} holds something else.`
				: `There is no TXT record at ${name}. A new one may take a while to be seen everywhere.`;
		return { found: false, problem };
	};
