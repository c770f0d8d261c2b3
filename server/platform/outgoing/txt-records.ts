import { Resolver } from "node:dns/promises";

/** A name's TXT records, each with its parts joined; an empty list if it has none. Rejects when the name servers do not answer. */
export type TxtRecords = (name: string) => Promise<string[]>;

const NONE = ["ENODATA", "ENOTFOUND"];

/** Asks the system's name servers: two tries of three seconds each. */
export const systemTxtRecords: TxtRecords = async (name) => {
	try {
		const records = await new Resolver({ timeout: 3_000, tries: 2 }).resolveTxt(name);
		return records.map((parts) => parts.join(""));
	} catch (error) {
		if (error instanceof Error && "code" in error && NONE.includes(String(error.code))) return [];
		throw error;
	}
};
