import type { ErrorCode } from "#contract/errors.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** One upload, started and perhaps not finished. */
export type Upload = {
	id: string;
	sha256: string;
	/** Bytes of the whole file. */
	size: number;
	/** What the device says it is. */
	type: string;
	/** How many bytes are stored. */
	received: number;
	/** Whether all of it arrived, and it was what was announced. */
	finished: boolean;
	createdAt: Date;
	expiresAt: Date;
};

export type UploadLimits = {
	/** The most bytes of one file. */
	fileBytes: number;
	/** The most bytes of all files of a workspace, including unfinished uploads. */
	workspaceBytes: number;
	/** How long an unfinished upload is kept. */
	lifeMs: number;
	/** The most uploads that one account starts in an hour. */
	begunPerHour: number;
};

/** Why an upload cannot continue. Thrown through the tus server, and answered as this refusal. */
export class UploadRefusal extends Error {
	readonly code: ErrorCode;
	readonly details: Record<string, unknown> | undefined;
	constructor(code: ErrorCode, message: string, details?: Record<string, unknown>) {
		super(message);
		this.code = code;
		this.details = details;
	}
}

export const EMPTY = "This file is empty. Please choose another one.";

/** Uploads of one workspace, for one member. Each call throws an UploadRefusal if it cannot be done. */
export type Uploads = {
	/** How many bytes `append` should get at once; fewer only before a break and at the end. */
	readonly pieceBytes: number;
	/**
	 * Starts an upload. If the member has an unfinished one of the same file, that one continues; if the workspace has the file, the
	 * upload is already finished. One of the type SEALED_FILE is finished if the workspace has the file that was in it.
	 */
	begin(scope: Scope, file: Pick<Upload, "sha256" | "size" | "type">): Promise<Upload>;
	/** Undefined if there is none, if it is another member's, or if it has expired. */
	find(scope: Scope, id: string): Promise<Upload | undefined>;
	/** Stores bytes that start at `offset`. False if others were stored there in the meantime. */
	append(scope: Scope, id: string, offset: number, bytes: Uint8Array): Promise<boolean>;
	/**
	 * Turns a completely received upload into a file, after checking that it is what was announced. For a sealed one, its content becomes
	 * the file. A repeat has no effect.
	 */
	finish(scope: Scope, id: string): Promise<void>;
	/** Deletes an upload with what has arrived. False if there is none. */
	remove(scope: Scope, id: string): Promise<boolean>;
	/** Those of these sealed files that were opened and are still there: the SHA-256 of each with that of the file in it. */
	opened(scope: Scope, sealed: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
