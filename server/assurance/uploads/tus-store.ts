import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload as TusUpload } from "@tus/server";
import { uploadMetadata } from "#contract/evidence/uploads.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { type Upload, UploadRefusal, type Uploads } from "./upload.ts";

/** What the tus server works on: the uploads of one member in one workspace. */
export class TusStore extends DataStore {
	override extensions = ["creation", "expiration", "termination"];
	/** The upload of this request. */
	current: Upload | undefined;
	private readonly uploads: Uploads;
	private readonly scope: Scope;
	private readonly lifeMs: number;

	constructor(uploads: Uploads, scope: Scope, lifeMs: number) {
		super();
		this.uploads = uploads;
		this.scope = scope;
		this.lifeMs = lifeMs;
	}

	/** The id may be replaced by that of an earlier upload of the same file. */
	override async create(asked: TusUpload): Promise<TusUpload> {
		const announced = uploadMetadata.safeParse(asked.metadata ?? {});
		if (!announced.success || asked.size === undefined) {
			throw new UploadRefusal(
				"invalid_body",
				announced.error?.issues[0]?.message ?? "Please send Upload-Length, and Upload-Metadata with the file’s sha256.",
			);
		}
		const { sha256, type = "application/octet-stream" } = announced.data;
		this.current = await this.uploads.begin(this.scope, { sha256, size: asked.size, type });
		asked.id = this.current.id;
		asked.offset = this.current.received;
		asked.creation_date = this.current.createdAt.toISOString();
		return asked;
	}

	override async getUpload(id: string): Promise<TusUpload> {
		this.current = await this.uploads.find(this.scope, id);
		if (!this.current) throw ERRORS.FILE_NOT_FOUND;
		const { size, received, sha256, type, createdAt } = this.current;
		return new TusUpload({
			id,
			size,
			offset: received,
			metadata: { sha256, type },
			creation_date: createdAt.toISOString(),
		});
	}

	/** Stores what arrives, even before a connection breaks. */
	override async write(stream: Readable, id: string, offset: number): Promise<number> {
		let stored = offset;
		let waiting: Buffer[] = [];
		let bytes = 0;
		const store = async () => {
			if (bytes === 0) return;
			const piece = Buffer.concat(waiting, bytes);
			// Cleared before storing, so that a piece that cannot be stored is not tried again below, as one from before a break would
			// be.
			waiting = [];
			bytes = 0;
			if (!(await this.uploads.append(this.scope, id, stored, piece))) throw ERRORS.INVALID_OFFSET;
			stored += piece.length;
		};
		try {
			for await (const chunk of stream as AsyncIterable<Buffer>) {
				waiting.push(chunk);
				bytes += chunk.length;
				if (bytes >= this.uploads.pieceBytes) await store();
			}
		} finally {
			await store();
		}
		return stored;
	}

	override async remove(id: string): Promise<void> {
		if (!(await this.uploads.remove(this.scope, id))) throw ERRORS.FILE_NOT_FOUND;
	}

	override getExpiration(): number {
		return this.lifeMs;
	}
}
