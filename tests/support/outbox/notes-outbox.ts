import type { Definition } from "#src/outbox/definition.ts";
import type { OutboxDeps } from "#src/outbox/deps.ts";
import { createOutbox } from "#src/outbox/outbox.ts";
import type { Outbox } from "#src/outbox/surface.ts";

/** What the notes of a small product consist of. */
export type Notes = {
	id: string;
	account: string;
	request: { kind: "note"; body: { text: string } } | { kind: "tag"; body: { note: string; tags: string[] } };
	reason: "locked";
	receipt: { savedAt?: string };
	scope: { notebook?: string };
	labels: { color?: string };
};

const NOTES: Definition<Notes> = {
	name: "notes",
	endpoint: {
		batch: "/notes/batch",
		batchLimit: 20,
		single: (kind) => `/notes/${kind}`,
		headers: { key: "Idempotency-Key", account: "Notes-Account" },
		body: ({ request, attachments }) =>
			attachments ? { ...request.body, files: attachments.map(({ sha256 }) => sha256) } : request.body,
		said: ({ notebook }) => (notebook ? { notebook } : {}),
		uploads: {
			path: "/notes/files/",
			target({ owner, notebook }) {
				const place = notebook ?? owner;
				return { place, headers: { "Notes-Account": owner, "Notes-Place": place } };
			},
		},
	},
	kinds: {
		note: { fields: { text: "text" }, staleAfterMs: null },
		tag: { fields: { note: "text", tags: "texts" }, staleAfterMs: 24 * 60 * 60 * 1000 },
	},
	reasons: { locked: 2 },
	holds: { notebook_locked: "locked", signed_out: "sign-in" },
	refusals: ["note_taken"],
	receipt: { savedAt: "text?" },
	scope: ["notebook"],
	labels: ["color"],
	isFixed: () => false,
};

export const notesOutbox = (platform: OutboxDeps): Outbox<Notes> => createOutbox({ ...NOTES, platform });
