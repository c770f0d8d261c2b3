import { isIP } from "node:net";
import { type Claim, proofText, txtName } from "./claim.ts";
import type { TxtRecords } from "./txt-records.ts";

/** `problem`: what was seen instead; undefined where there is nothing to look for, as of an address. */
export type RecordLook = { found: boolean; problem: string | undefined };

export type LookForRecord = (claim: Pick<Claim, "host" | "token">) => Promise<RecordLook>;

/** Looks for the record that shows whose a name is. */
export const createLookForRecord =
	(txtRecords: TxtRecords): LookForRecord =>
	async ({ host, token }) => {
		if (isIP(host) !== 0) return { found: false, problem: undefined };
		const name = txtName(host);
		const records = await txtRecords(name).catch(() => undefined);
		if (!records) return { found: false, problem: `The name servers did not say what ${name} holds.` };
		if (records.some((record) => record.trim() === proofText(token))) return { found: true, problem: undefined };
		const problem =
			records.length > 0
				? `The TXT record of ${name} holds something else.`
				: `There is no TXT record at ${name}. A new one may take a while to be seen everywhere.`;
		return { found: false, problem };
	};
