import { Encrypter } from "age-encryption";
import { SEALED_FILE } from "#contract/requests/sealing.ts";
import type { WorkspaceList } from "#contract/workspaces/workspaces.ts";
import { uploadsOf } from "./evidence.ts";
import type { TestMember } from "./people.ts";
import type { TestServer } from "./test-server.ts";
import { hashOf } from "./tus.ts";

/** Seals as a device does: an age file for one recipient. */
export async function sealTo(recipient: string, content: Uint8Array | string): Promise<Buffer> {
	const encrypter = new Encrypter();
	encrypter.addRecipient(recipient);
	return Buffer.from(await encrypter.encrypt(content));
}

/** What the member's list of workspaces says about sealing in theirs. */
export async function sealingOf({ call, workspaceId }: TestMember) {
	const { workspaces } = (await (await call("listWorkspaces")).json()) as WorkspaceList;
	return workspaces.find(({ id }) => id === workspaceId)?.sealing;
}

export async function recipientOf(member: TestMember): Promise<string> {
	const sealing = await sealingOf(member);
	if (!sealing) throw new Error("This server seals nothing");
	return sealing.recipient;
}

/** A request sealed for the member's workspace. */
export const sealedBody = async (member: TestMember, content: unknown) => ({
	sealed: (await sealTo(await recipientOf(member), JSON.stringify(content))).toString("base64"),
});

/** Uploads a sealed file; returns the last answer. */
export const uploadSealed = (server: Pick<TestServer, "url">, member: TestMember, sealed: Buffer) =>
	uploadsOf(server, member).upload(sealed, { type: SEALED_FILE });

/** Files with their sealed forms, and the map of hashes that a sealed request has. */
export async function sealFiles(member: TestMember, files: readonly Buffer[]) {
	const recipient = await recipientOf(member);
	const sealed = await Promise.all(files.map((bytes) => sealTo(recipient, bytes)));
	const map = Object.fromEntries(files.map((bytes, n) => [hashOf(bytes), hashOf(sealed[n] ?? bytes)]));
	return { sealed, map };
}
