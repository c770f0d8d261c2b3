import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS } from "#contract/routes.ts";
import {
	membership,
	type WorkspaceChange,
	type WorkspaceCreation,
	type WorkspaceKind,
	workspace,
} from "#contract/workspaces/workspaces.ts";
import { callApi } from "#src/lib/data/api.ts";
import { uploadFile } from "#src/lib/data/files/upload.ts";
import type { WorkScope } from "#src/lib/workspace/scope.ts";

export const KIND_LABELS: Record<WorkspaceKind, string> = { company: "Company", consultancy: "Consultancy" };

/** The choices of a form, with what each means. */
export const KIND_CHOICES: readonly { value: WorkspaceKind; label: string }[] = [
	{ value: "company", label: "Company: looks after itself" },
	{ value: "consultancy", label: "Consultancy: works for clients" },
];

export const changeWorkspace = (scope: WorkScope, body: WorkspaceChange) =>
	callApi(API_PATHS.workspace, { method: "PATCH", body, answer: workspace, scope });

/** Two requests with the same key make one workspace. */
export const createWorkspace = (body: WorkspaceCreation, key: string) =>
	callApi(API_PATHS.workspaces, { method: "POST", body, answer: membership, headers: { [IDEMPOTENCY_KEY]: key } });

export const uploadLogo = (scope: WorkScope, file: Blob) =>
	uploadFile(API_PATHS.workspaceLogo, { method: "PUT", file, scope });
export const removeLogo = (scope: WorkScope) => callApi(API_PATHS.workspaceLogo, { method: "DELETE", scope });
