import { randomUUID } from "node:crypto";
import { asAccount } from "./api-client.ts";
import type { TestMember } from "./people.ts";
import type { TestServer } from "./test-server.ts";
import { hashOf, pngOf, tusOf } from "./tus.ts";

/** Uploads of a member of a workspace. */
export const uploadsOf = (server: Pick<TestServer, "url">, member: TestMember) =>
	tusOf(member.call, {
		url: server.url,
		headers: { ...asAccount(member), "Plumbline-Workspace": member.workspaceId },
	});

/** A piece of evidence as a request, with these files. */
export const evidenceBody = (files: readonly Buffer[] = [], more: Record<string, unknown> = {}) => ({
	id: randomUUID(),
	title: "The door of the server room",
	note: "It does not close.",
	takenAt: "2026-11-20T09:00:00.000Z",
	device: "A test",
	files: files.map((bytes, n) => ({
		sha256: hashOf(bytes),
		size: bytes.length,
		type: "image/png",
		name: `photo ${n}.png`,
	})),
	about: [] as { type: string; id: string }[],
	...more,
});

let pictures = 0;

/** A picture that no test has used before. */
export const newPicture = (padding = 0): Buffer => {
	pictures += 1;
	return pngOf(pictures, padding);
};

/** Uploads a picture with a thumbnail and adds evidence that names both. */
export async function addEvidence(
	server: Pick<TestServer, "url">,
	member: TestMember,
	more: Record<string, unknown> = {},
	headers: Record<string, string> = {},
): Promise<{ id: string; sha256: string; bytes: Buffer; thumbnail: string }> {
	const [bytes, small] = [newPicture(16), newPicture()];
	for (const file of [small, bytes]) {
		const sent = await uploadsOf(server, member).upload(file);
		if (!sent.ok) throw new Error(`upload: ${sent.status} ${await sent.text()}`);
	}
	const thumbnail = hashOf(small);
	const plain = evidenceBody([bytes], more);
	const body = { ...plain, files: plain.files.map((file) => ({ ...file, thumbnail })) };
	const added = await member.call("addEvidence", { body, headers });
	if (added.status !== 202) throw new Error(`addEvidence: ${added.status} ${await added.text()}`);
	return { id: body.id, sha256: hashOf(bytes), bytes, thumbnail };
}
