import type { WorkspaceId } from "#contract/ids.ts";
import { isEntryKind, isSealable, type SealableKind } from "#contract/requests/entries.ts";
import { type SealedContent, type SealedRequest, sealedContent } from "#contract/requests/sealing.ts";
import { type Refusal, refuse } from "../refusals/refusal.ts";
import { type Seals, SealUnknown } from "./seals.ts";

type Content = Pick<SealedContent, "body" | "files"> & { kind: SealableKind };

/** The content that was sealed to this workspace. The request inside is not checked here. */
export async function readSealed(
	seals: Seals,
	workspaceId: WorkspaceId,
	{ sealed }: SealedRequest,
): Promise<{ ok: true; content: Content } | Refusal> {
	const opened = await open(seals, workspaceId, Buffer.from(sealed, "base64"));
	if (!opened) return UNKNOWN;
	const read = sealedContent.safeParse(parse(opened));
	if (!read.success) return DAMAGED;
	const { kind, body, files } = read.data;
	if (isSealable(kind)) return { ok: true, content: { kind, body, ...(files && { files }) } };
	return isEntryKind(kind) ? NOT_SEALABLE : NO_SUCH_CALL;
}

async function open(seals: Seals, workspaceId: WorkspaceId, sealed: Uint8Array): Promise<Buffer | undefined> {
	const parts: Uint8Array[] = [];
	try {
		for await (const part of seals.open(workspaceId, inOnePart(sealed))) parts.push(part);
	} catch (error) {
		if (error instanceof SealUnknown) return undefined;
		throw error;
	}
	return Buffer.concat(parts);
}

async function* inOnePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

function parse(opened: Buffer): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(opened));
	} catch {
		return undefined;
	}
}

const UNKNOWN = refuse(
	"seal_unknown",
	"This server cannot open this request: it was sealed for another workspace or server, or it is damaged. Nothing was done, and it stays on the device. If all sealed requests are refused, ask the operator whether this server’s seal secret has changed.",
);
const DAMAGED = refuse(
	"invalid_body",
	"What was sealed here is not a request that this server can read. Nothing was done.",
);
const NOT_SEALABLE = refuse("invalid_body", "A request of this kind cannot be sealed. Nothing was done.");
const NO_SUCH_CALL = refuse("not_found", "There is no such call in this API.");
