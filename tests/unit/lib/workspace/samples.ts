import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Role } from "#contract/workspaces/roles.ts";
import type { Client, Workspace } from "#contract/workspaces/workspaces.ts";

export const WORKSPACE = "0a8d6f4e-1b2c-4d3e-8f9a-0b1c2d3e4f50" as WorkspaceId;

const idOf = (at: number) => `0000000${at}-0000-4000-8000-000000000000` as ClientId;

export const clientOf = (at: number, some: Partial<Client> = {}): Client => ({
	id: idOf(at),
	name: `Client ${at}`,
	code: `client-${at}`,
	color: "blue",
	own: false,
	country: "",
	sector: "",
	contact: "",
	archivedAt: null,
	version: 1,
	...some,
});

export const OWN_CLIENT = clientOf(0, { id: WORKSPACE as string as ClientId, name: "Zeta", code: "zeta", own: true });

export const workspaceOf = (clients: Client[], role: Role = "owner"): Workspace => ({
	id: WORKSPACE,
	name: "Zeta",
	kind: "consultancy",
	color: "slate",
	role,
	clientId: null,
	endsOn: null,
	logoVersion: null,
	clients,
});
