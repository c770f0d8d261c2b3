import type { Guard } from "../guard.ts";
import { parseTarget } from "../parse.ts";
import { type Claim, FILE_PATH, proofText, txtName } from "./claim.ts";
import { fetchFile } from "./fetch-file.ts";
import type { TxtRecords } from "./txt-records.ts";

export type Look = { found: "dns" | "file" } | { found: undefined; problem: string };

export type LookForProof = (claim: Pick<Claim, "host" | "includesSubdomains" | "token">) => Promise<Look>;

type World = { guard: Guard; txtRecords: TxtRecords; userAgent: string };

/**
 * Looks for a claim's proof where its owner was told to put it. Compared to the letter: a record that merely holds the text
 * proves nothing, because much of a page or a record can be somebody else's.
 */
export function createLookForProof({ guard, txtRecords, userAgent }: World): LookForProof {
	return async ({ host, includesSubdomains, token }) => {
		const wanted = proofText(token);
		const parsed = parseTarget(host.includes(":") ? `[${host}]` : host);
		if (!parsed.ok) return { found: undefined, problem: parsed.message };
		const { target } = parsed;

		let dns = "";
		if (target.ipVersion === 0) {
			const name = txtName(host);
			const records = await txtRecords(name).catch(() => undefined);
			if (records?.some((record) => record.trim() === wanted)) return { found: "dns" };
			dns = records
				? records.length > 0
					? `The TXT record of ${name} holds something else.`
					: `There is no TXT record at ${name}. A new one may take a while to be seen everywhere.`
				: `The name servers did not say what ${name} holds.`;
			if (includesSubdomains) return { found: undefined, problem: dns };
		}

		const checked = await guard.check(target);
		if (!checked.ok) return { found: undefined, problem: [dns, checked.message].filter(Boolean).join(" ") };
		const { addresses, ports } = checked.checked;
		for (const port of ports) {
			for (const scheme of port === 80 ? (["http"] as const) : (["https", "http"] as const)) {
				const text = await fetchFile({ scheme, host, port, at: addresses[0], userAgent });
				if (text?.trim() === wanted) return { found: "file" };
			}
		}
		const file = `No file at ${FILE_PATH} of ${host} holds exactly the proof; redirects are not followed.`;
		return { found: undefined, problem: [dns, file].filter(Boolean).join(" ") };
	};
}
