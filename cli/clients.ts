import { CommandError, EXIT, plain } from "#contract/command-line.ts";
import type { ClientList } from "#contract/workspaces/workspaces.ts";
import type { Api } from "./api.ts";

export type Client = ClientList["clients"][number];

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const listClients = async (api: Api): Promise<Client[]> =>
	((await (await api({ path: "clients/" })).json()) as ClientList).clients;

/** The ID of a client given by ID, code or name. Only an ID needs no list. */
export async function findClient(api: Api, given: string): Promise<string> {
	if (ID.test(given)) return given;
	const wanted = given.trim().toLowerCase();
	const found = (await listClients(api)).filter(({ code, name }) => [code, name.toLowerCase()].includes(wanted));
	const [only, ...others] = found;
	if (only === undefined) {
		throw new CommandError(
			EXIT.usage,
			`The token reaches no client with the code or name “${given}”. plumbline whoami lists the clients.`,
		);
	}
	if (others.length === 0) return only.id;
	// A name can be another client's code, and a scan for the wrong client can't be taken back.
	const all = found.map(({ id, code, name }) => `${plain(name)} (${code}): ${id}`).join("; ");
	throw new CommandError(EXIT.usage, `“${given}” fits several clients. Please give an ID. ${all}.`);
}
