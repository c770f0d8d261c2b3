import type { Guard } from "../guard.ts";
import { parseTarget } from "../parse.ts";
import { type Claim, type Proof, proofText } from "./claim.ts";
import type { FileLook, FindFile } from "./find-file.ts";
import type { LookForRecord, RecordLook } from "./look-for-record.ts";

/** The current proof that a claimed host belongs to its account, and what is missing from it. */
export type Look = { proof: Proof["by"] | undefined; problem: string | undefined };

type Looked = Pick<Claim, "host" | "includesSubdomains" | "token">;

/** `hasFile`: whether one of the host's own addresses serves the file. */
export type LookForProof = (claim: Looked) => Promise<Look & { hasFile: boolean }>;

type World = { guard: Guard; lookForRecord: LookForRecord; findFile: FindFile };

/**
 * Looks for a claim's proof where its owner was told to put it. Compared to the letter: a record that merely holds the text
 * proves nothing, because much of a page or a record can be somebody else's.
 */
export function createLookForProof({ guard, lookForRecord, findFile }: World): LookForProof {
	const lookForFile = async ({ host, token }: Looked): Promise<FileLook> => {
		const parsed = parseTarget(host.includes(":") ? `[${host}]` : host);
		const answer = parsed.ok ? await guard.check(parsed.target) : parsed;
		if (!answer.ok) return { at: undefined, problem: answer.message };
		const { addresses, ports } = answer.checked;
		const fileWith = await findFile({ host, addresses, ports });
		return fileWith(proofText(token));
	};
	return async (claim) => {
		const [record, file] = await Promise.all([lookForRecord(claim), lookForFile(claim)]);
		return { ...lookOf(claim, record, file), hasFile: file.at !== undefined };
	};
}

/** A file proves only its own host, so subdomains need the record. */
export function lookOf(
	{ includesSubdomains }: Pick<Claim, "includesSubdomains">,
	record: RecordLook,
	file: FileLook,
): Look {
	if (includesSubdomains) return { proof: record.found ? "dns" : undefined, problem: record.problem };
	if (file.at) return { proof: record.found ? "dns" : "file", problem: undefined };
	const problem = [record.problem, file.problem].filter(Boolean).join(" ");
	return { proof: record.found ? "dns" : undefined, problem };
}
