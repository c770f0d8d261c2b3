import type { ErrorCode } from "#contract/errors.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** One upload, begun and perhaps not at its end. */
export type Upload = {
	id: string;
	sha256: string;
	/** Bytes of the whole file. */
	size: number;
	/** What the device says that it is. */
	type: string;
	/** Bytes that are stored. */
	received: number;
	/** All of it arrived, and it was what was announced. */
	finished: boolean;
	createdAt: Date;
	expiresAt: Date;
};

export type UploadLimits = {
	/** Most bytes of one file. */
	fileBytes: number;
	/** Most bytes of all files of a workspace, those on their way included. */
	workspaceBytes: number;
	/** How long an unfinished upload is kept. */
	lifeMs: number;
	/** Most uploads that one account begins in an hour. */
	begunPerHour: number;
};

/** Why an upload cannot go on. Thrown through the tus server, and answered as the refusal that it is. */
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
	/** How many bytes `append` should be given at once; less only before a break and at the end. */
	readonly pieceBytes: number;
	/**
	 * Begins an upload. If the member has an unfinished one of the same file, that one goes on; if the workspace has the file, the
	 * upload is at its end. One of the type SEALED_FILE is at its end if the workspace has the file that was in it.
	 */
	begin(scope: Scope, file: Pick<Upload, "sha256" | "size" | "type">): Promise<Upload>;
	/** Undefined if there is none, if it is another member's, or if it has expired. */
	find(scope: Scope, id: string): Promise<Upload | undefined>;
	/** Stores bytes that begin at `offset`. False if others were stored there meanwhile. */
	append(scope: Scope, id: string, offset: number, bytes: Uint8Array): Promise<boolean>;
	/**
	 * Makes a file of an upload of which everything has arrived, once it is found to be what was announced. Of a sealed one, what was
	 * in it becomes the file. Again: no effect.
	 */
	finish(scope: Scope, id: string): Promise<void>;
	/** Deletes an upload with what has arrived. False if there is none. */
	remove(scope: Scope, id: string): Promise<boolean>;
	/** Of these sealed files, those that were opened and are still there: the SHA-256 of each with that of the file in it. */
	opened(scope: Scope, sealed: readonly string[]): Promise<ReadonlyMap<string, string>>;
};
