import type { ClientId } from "#contract/ids.ts";
import type { ClientOverviews } from "#contract/workspaces/client-overview.ts";
import type { MergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import type { Base } from "#server/platform/base.ts";
import { nameStem } from "#server/platform/files/name-stem.ts";
import type { ObjectStore } from "#server/platform/files/object-store.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { createClientFileReaders } from "./file/readers.ts";
import { takeInFile } from "./file/take-in-file.ts";
import { writeClientFile } from "./file/write-client-file.ts";
import { overviewOf } from "./overview-of.ts";
import { createSampleStore } from "./sample/store/sample-store.ts";
import { createClientStore } from "./store/client-store.ts";
import { readClientsState } from "./store/clients-state.ts";
import { readClientFileRows } from "./store/file/client-file-rows.ts";
import { createTakeInClient } from "./store/file/take-in-client.ts";

const MEGABYTE = 1_000_000;

export type ReadClientsOverview = (scope: Scope) => Promise<ClientOverviews>;

/** Clients of workspaces: their list, how they are doing, and handing one over. */
export function wireClients(
	{ config, deps: { now }, walled, onClose }: Base,
	objects: ObjectStore | undefined,
	mergeFindings: MergeFindings,
) {
	const readers = createClientFileReaders();
	onClose(readers.close);
	const overview: ReadClientsOverview = async (scope) => {
		const at = now();
		return { clients: overviewOf(await readClientsState(walled, scope, at), at) };
	};
	return {
		store: createClientStore(walled, now),
		overview,
		sample: createSampleStore(walled, now, mergeFindings),
		files: {
			async write(scope: Scope, id: ClientId) {
				const source = await readClientFileRows(walled, scope, id, { now: now(), objects });
				return source && { name: nameStem(source.client.name), file: writeClientFile(source, now()) };
			},
			takeIn: takeInFile(createTakeInClient(walled, now, config.EVIDENCE_QUOTA_MB * MEGABYTE), readers),
			now,
		},
	};
}
