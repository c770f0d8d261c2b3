import { ACCOUNT, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import type { TusServer } from "#tests/support/outbox/tus-server.ts";
import { type Keys, openContent } from "./seal-kit.ts";

type Posted = { key: string; account: string; workspace?: string; kind: string; body: { sealed: string } };

const BATCH = API_BASE + API_PATHS.outbox;
const UPLOADS = API_BASE + API_PATHS.uploads;

/**
 * How our sealed requests reach a notes server: it opens each with the key of the workspace that it names. A piece of evidence becomes a
 * note with its title, which needs the sealed files. What that key does not open is refused.
 */
export const sealedTo =
	(keys: Readonly<Record<string, Keys>>) =>
	(server: TusServer): TusServer["fetch"] => {
		async function noteOf({ key, account, workspace = account, body }: Posted) {
			const known = keys[workspace];
			if (!known) throw new Error(`A request for ${workspace}.`);
			const content = await openContent(body.sealed, known);
			const { title: text, files } = content.body as { title: string; files: { sha256: string }[] };
			return {
				key,
				account,
				notebook: workspace,
				body: { text, files: files.map((one) => content.files?.[one.sha256]) },
			};
		}

		return async (url, init) => {
			if (url.startsWith(BATCH)) {
				const { entries } = JSON.parse(String(init.body)) as { entries: Posted[] };
				const body = JSON.stringify({ entries: await Promise.all(entries.map(noteOf)) });
				return server.fetch("/notes/batch", { ...init, body });
			}
			const headers = new Headers(init.headers);
			headers.set("Notes-Place", headers.get(WORKSPACE) ?? headers.get(ACCOUNT) ?? "");
			return server.fetch(url.replace(UPLOADS, "/notes/files/"), { ...init, headers });
		};
	};
