import * as z from "zod/mini";
import { clientId } from "#contract/ids.ts";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { CLIENT_FILE } from "./client-file.ts";
import { clientOverviews } from "./client-overview.ts";
import { client, clientChange, clientCreation, clientDeletion, clientList } from "./workspaces.ts";

const params = z.object({ clientId });

/** Calls about the clients of a workspace. */
export const CLIENT_OPERATIONS = {
	createClient: {
		method: "POST",
		path: API_PATHS.clients,
		access: "account",
		permission: "manage",
		tag: "Clients",
		summary:
			"Add a client. 409 `already_exists` if its name or code is taken. With its first other client, a company becomes a consultancy.",
		body: clientCreation,
		success: 201,
		answer: client,
		idempotent: true,
	},
	listClients: {
		method: "GET",
		path: API_PATHS.clients,
		access: "account",
		permission: "read",
		scope: "clients:read",
		tag: "Clients",
		summary: "The names and codes of the clients that the member sees, by name.",
		success: 200,
		answer: clientList,
	},
	clientsOverview: {
		method: "GET",
		path: API_PATHS.clientsOverview,
		access: "account",
		permission: "read",
		tag: "Clients",
		summary: "How each client is doing: grade, open findings, what is new, what expires, what is overdue.",
		success: 200,
		answer: clientOverviews,
		conditional: true,
	},
	changeClient: {
		method: "PATCH",
		path: API_PATHS.client,
		access: "account",
		permission: "manage",
		tag: "Clients",
		summary:
			"Rename, describe, archive or restore a client. Archiving pauses its schedules; scans that run end as usual.",
		params,
		body: clientChange,
		success: 200,
		answer: client,
	},
	deleteClient: {
		method: "DELETE",
		path: API_PATHS.client,
		access: "account",
		permission: "own",
		tag: "Clients",
		stepUp: true,
		summary:
			"Delete a client with its hosts, findings, scans, schedules, reports, evidence and guests. 409 `not_finished` while scans of it run.",
		params,
		body: clientDeletion,
		success: 204,
	},
	readClientFile: {
		method: "GET",
		path: API_PATHS.clientFile,
		access: "account",
		permission: "manage",
		cost: "stream",
		tag: "Clients",
		stepUp: true,
		summary: "Everything about a client as one .zip, which another workspace can take in and which opens offline.",
		params,
		success: 200,
	},
	importClient: {
		method: "POST",
		path: API_PATHS.importClient,
		access: "account",
		permission: "manage",
		cost: "work",
		tag: "Clients",
		summary:
			"Take in a client that another workspace handed over. 409 `host_of_other_client` if a host of it belongs to a client already, `already_exists` if the same file was taken in before.",
		file: [CLIENT_FILE.mediaType],
		success: 201,
		answer: client,
		idempotent: true,
	},
} as const satisfies Record<string, Operation>;
