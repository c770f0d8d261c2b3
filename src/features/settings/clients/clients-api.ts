import type { ClientId } from "#contract/ids.ts";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { type ClientChange, client } from "#contract/workspaces/workspaces.ts";
import { callApi } from "#src/lib/data/api.ts";
import { uploadFile } from "#src/lib/data/files/upload.ts";
import { scopedUrl, type WorkScope } from "#src/lib/workspace/scope.ts";

const clientPath = (clientId: ClientId) => fillPath(API_PATHS.client, { clientId });

export const changeClient = (scope: WorkScope, id: ClientId, body: ClientChange) =>
	callApi(clientPath(id), { method: "PATCH", body, answer: client, scope });
export const deleteClient = (scope: WorkScope, id: ClientId, name: string) =>
	callApi(clientPath(id), { method: "DELETE", body: { name }, scope });

type TakenIn = { file: File; key: string; onProgress(percent: number): void };

export const takeIn = (scope: WorkScope, { file, key, onProgress }: TakenIn) =>
	uploadFile(API_PATHS.importClient, {
		method: "POST",
		file,
		type: "application/zip",
		answer: client,
		headers: { [IDEMPOTENCY_KEY]: key },
		onProgress,
		scope,
	});

/** Address of a client's file, which another workspace can import. */
export const clientFileUrl = (scope: WorkScope, clientId: ClientId): string =>
	scopedUrl(fillPath(API_PATHS.clientFile, { clientId }), scope);
