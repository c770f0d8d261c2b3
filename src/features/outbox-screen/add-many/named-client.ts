import type { ClientId } from "#contract/ids.ts";
import type { Looks } from "#src/lib/outbox/looks.ts";

/** Whom a line is for. A device that knows no clients keeps any name, as a label. */
type NamedClient = { client: string; clientId?: ClientId } | { client: string; problem: string };

/** The client that a text names, by name or code. A name that no client has is not guessed. */
export function namedClient(text: string, clients: Looks["clients"]): NamedClient {
	const client = text.trim();
	if (client === "" || clients.length === 0) return { client };
	const wanted = client.toLowerCase();
	const byCode = clients.filter(({ code }) => code === wanted);
	const found = byCode.length > 0 ? byCode : clients.filter(({ name }) => name.trim().toLowerCase() === wanted);
	const [only] = found;
	if (!only)
		return { client, problem: `There is no client called ${client}. Choose one from the list, or add it first.` };
	if (found.length > 1) return { client, problem: `More than one client is called ${client}. Please use its code.` };
	return { client: only.name, clientId: only.id };
}
