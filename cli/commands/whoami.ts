import { EXIT, type ExitCode, plain } from "#contract/command-line.ts";
import type { OwnToken } from "#contract/tokens/tokens.ts";
import type { Api } from "../api.ts";
import { type Client, listClients } from "../clients.ts";
import type { System } from "../system.ts";

export type WhoamiCommand = { name: "whoami"; json: boolean };

export async function runWhoami(system: System, api: Api, { json }: WhoamiCommand): Promise<ExitCode> {
	const own = (await (await api({ path: "tokens/self/" })).json()) as OwnToken;
	const clients = own.scopes.includes("clients:read") ? await listClients(api) : null;
	system.print(json ? `${JSON.stringify({ ...own, clients }, null, "\t")}\n` : textOf(own, clients));
	return EXIT.ok;
}

function textOf(own: OwnToken, clients: readonly Client[] | null): string {
	const rows = [
		["Token", `${own.name} (${own.prefix}…)`],
		["Workspace", own.workspace.name],
		["Role", own.role],
		["Last day", `${own.endsOn} (UTC)`],
		...own.scopes.map((scope, index) => [index === 0 ? "Scopes" : "", scope]),
		["Reaches", own.clientId === null ? "all clients" : `the client ${own.clientId}`],
		...clientRows(clients),
	];
	return rows.map(([label = "", text = ""]) => `${label.padEnd(11)}${plain(text)}\n`).join("");
}

function clientRows(clients: readonly Client[] | null): string[][] {
	if (clients === null) return [["Clients", "not listed: the token does not have the scope clients:read"]];
	return clients.map(({ code, name, archivedAt }, index) => [
		index === 0 ? "Clients" : "",
		`${code}  ${name}${archivedAt === null ? "" : " (archived)"}`,
	]);
}
