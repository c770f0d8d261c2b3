import { BadFile } from "#server/platform/files/bad-file.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Destination } from "#server/platform/tenancy/taking-in.ts";
import type { TakeInClient } from "../store/file/take-in-client.ts";
import type { TakenIn } from "../taken-in.ts";
import { readClientFile } from "./read-client-file.ts";
import type { ClientFileReaders } from "./readers.ts";

/** Takes in a file that may be untrusted. */
export function takeInFile(takeIn: TakeInClient, readers: ClientFileReaders) {
	return async (
		scope: Scope,
		bytes: Buffer,
		asked: { key: string | null; taker: Destination["taker"] },
	): Promise<TakenIn> => {
		try {
			return await takeIn(scope, await readClientFile(bytes, readers), asked);
		} catch (error) {
			if (error instanceof BadFile) return { ok: false, because: "bad_file", message: error.message };
			throw error;
		}
	};
}
