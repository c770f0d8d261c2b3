import {
	type OwnFrameworkAbout,
	type OwnFrameworkAdded,
	type OwnFrameworkChange,
	type OwnFrameworkReport,
	type OwnFrameworkUse,
	ownFrameworkAdded,
	ownFrameworkChange,
	ownFrameworkReport,
	ownFrameworkUse,
} from "#contract/frameworks/own-frameworks.ts";
import type { OwnFrameworkId } from "#contract/frameworks/pack.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { uploadFile } from "#src/lib/data/files/upload.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import type { CatalogFile } from "./frameworks-api.ts";

const withAbout = (path: string, about: OwnFrameworkAbout): string => `${path}?${new URLSearchParams(about)}`;

/** `POST own-frameworks/preview/`. */
export const previewOwnFramework = (file: CatalogFile, scope: WorkScope): Promise<OwnFrameworkReport> =>
	uploadFile(API_PATHS.ownFrameworkPreview, { method: "POST", ...file, scope, answer: ownFrameworkReport });

/** `POST own-frameworks/`. */
export const addOwnFramework = (
	file: CatalogFile,
	about: OwnFrameworkAbout,
	scope: WorkScope,
): Promise<OwnFrameworkAdded> =>
	uploadFile(withAbout(API_PATHS.ownFrameworks, about), { method: "POST", ...file, scope, answer: ownFrameworkAdded });

/** `PUT own-frameworks/{ownFrameworkId}/`. */
export async function changeOwnFramework(
	ownFrameworkId: OwnFrameworkId,
	body: OwnFrameworkAbout,
	scope: WorkScope,
): Promise<void> {
	await callApi(fillPath(API_PATHS.ownFramework, { ownFrameworkId }), { method: "PUT", body, scope });
}

/** `POST own-frameworks/{ownFrameworkId}/file/preview/`. */
export const previewOwnFrameworkFile = (
	ownFrameworkId: OwnFrameworkId,
	file: CatalogFile,
	scope: WorkScope,
): Promise<OwnFrameworkChange> =>
	uploadFile(fillPath(API_PATHS.ownFrameworkFilePreview, { ownFrameworkId }), {
		method: "POST",
		...file,
		scope,
		answer: ownFrameworkChange,
	});

/** `PUT own-frameworks/{ownFrameworkId}/file/`. */
export const replaceOwnFrameworkFile = (
	ownFrameworkId: OwnFrameworkId,
	{ file, about }: { file: CatalogFile; about: OwnFrameworkAbout },
	scope: WorkScope,
): Promise<OwnFrameworkAdded> =>
	uploadFile(withAbout(fillPath(API_PATHS.ownFrameworkFile, { ownFrameworkId }), about), {
		method: "PUT",
		...file,
		scope,
		answer: ownFrameworkAdded,
	});

/** `GET own-frameworks/{ownFrameworkId}/use/`. */
export const readOwnFrameworkUse = (
	ownFrameworkId: OwnFrameworkId,
	scope: WorkScope,
	signal: AbortSignal,
): Promise<OwnFrameworkUse> =>
	callApi(fillPath(API_PATHS.ownFrameworkUse, { ownFrameworkId }), { answer: ownFrameworkUse, scope, signal });

/** `DELETE own-frameworks/{ownFrameworkId}/`. */
export async function deleteOwnFramework(ownFrameworkId: OwnFrameworkId, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.ownFramework, { ownFrameworkId }), { method: "DELETE", scope });
}

/** `POST own-frameworks/{ownFrameworkId}/restore/`. */
export async function restoreOwnFramework(ownFrameworkId: OwnFrameworkId, scope: WorkScope): Promise<void> {
	await callApi(fillPath(API_PATHS.ownFrameworkRestore, { ownFrameworkId }), { method: "POST", scope });
}
