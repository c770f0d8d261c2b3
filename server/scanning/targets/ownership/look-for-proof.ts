import { parseTarget } from "#contract/scans/parse-target.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import type { LookForRecord, RecordLook } from "#server/platform/outgoing/look-for-record.ts";
import { proofText } from "#server/platform/outgoing/look-for-record.ts";
import type { FileLook, FindFile } from "./find-file.ts";
import type { HostOwnership, Proof } from "./host-ownership.ts";

/** The current proof that a host belongs to its account, or what is missing. */
export type Look = { proof: Proof["by"] | undefined; problem: string | undefined };

type Looked = Pick<HostOwnership, "host" | "includesSubdomains" | "token">;

/** `hasFile`: whether one of the host's own addresses serves the file. */
export type LookForProof = (ownership: Looked) => Promise<Look & { hasFile: boolean }>;

type Deps = { guard: Guard; lookForRecord: LookForRecord; findFile: FindFile };

/**
 * Looks for the proof where the owner was told to put it. The text has to match exactly: a page or a record that merely contains it
 * proves nothing, because other people can often add text to it.
 */
export function createLookForProof({ guard, lookForRecord, findFile }: Deps): LookForProof {
	const lookForFile = async ({ host, token }: Looked): Promise<FileLook> => {
		const parsed = parseTarget(host.includes(":") ? `[${host}]` : host);
		const answer = parsed.ok ? await guard.check(parsed.target) : parsed;
		if (!answer.ok) return { at: undefined, problem: answer.message };
		const { addresses, ports } = answer.checked;
		const fileWith = await findFile({ host, addresses, ports });
		return fileWith(proofText(token));
	};
	return async (ownership) => {
		const [record, file] = await Promise.all([lookForRecord(ownership), lookForFile(ownership)]);
		return { ...lookOf(ownership, record, file), hasFile: file.at !== undefined };
	};
}

/** A file proves only its own host, so subdomains need the record. */
export function lookOf(
	{ includesSubdomains }: Pick<HostOwnership, "includesSubdomains">,
	record: RecordLook,
	file: FileLook,
): Look {
	if (includesSubdomains) return { proof: record.found ? "dns" : undefined, problem: record.problem };
	if (file.at) return { proof: record.found ? "dns" : "file", problem: undefined };
	const problem = [record.problem, file.problem].filter(Boolean).join(" ");
	return { proof: record.found ? "dns" : undefined, problem };
}
