import type { FastifyInstance, FastifyRequest } from "fastify";
import { askInside, type Inside } from "./ask-inside.ts";
import { ANSWER_BYTES, bytesOf, shrinkItems, shrinkToFit } from "./shrink.ts";
import { USUAL_ITEMS } from "./tool-input.ts";
import type { Tool } from "./tools.ts";

/** What a tool found, and what was left out of it. */
export type Told = { ok: true; answer: unknown; leftOut: string[] } | { ok: false; message: string };

type Given = Readonly<Record<string, unknown>>;

/** Makes the call of a tool, and keeps as much of its answer as fits. */
export async function callTool(app: FastifyInstance, request: FastifyRequest, tool: Tool, given: Given): Promise<Told> {
	const { operation, items } = tool;
	if (items !== undefined) {
		const isPaged = operation.query !== undefined && "cursor" in operation.query.shape;
		const readPage = isPaged ? askPage : askWhole;
		return tellPage(items, given, (limit) => readPage(app, request, tool, { ...given, limit }));
	}
	const found = await askInside(app, request, operation, given);
	if (!found.ok) return found;
	const shrunk = shrinkToFit(found.body);
	if (!shrunk) return { ok: false, message: "This is too large for an answer. Please open it in the app." };
	return { ok: true, answer: shrunk.value, leftOut: shrunk.leftOut };
}

const askPage = (app: FastifyInstance, request: FastifyRequest, { operation }: Tool, given: Given) =>
	askInside(app, request, operation, given);

/** For a call that answers with the whole list: here, its cursor is the number of items before the page. */
async function askWhole(
	app: FastifyInstance,
	request: FastifyRequest,
	{ operation, items = "" }: Tool,
	{ cursor = "0", limit, ...filter }: Given,
): Promise<Inside> {
	const first = Number(cursor);
	if (!/^\d{1,6}$/.test(String(cursor))) return { ok: false, status: 400, message: "cursor: This is not a cursor." };
	const found = await askInside(app, request, operation, filter);
	if (!found.ok) return found;
	const all = itemsOf(found.body, items);
	const last = first + Number(limit);
	const next = last < all.length ? String(last) : null;
	return { ok: true, body: { [items]: all.slice(first, last), next, total: all.length } };
}

/** One page. If it is too large, a shorter one, so that the cursor leads to everything that is not in it. */
async function tellPage(items: string, { limit: asked = USUAL_ITEMS }: Given, ask: (limit: number) => Promise<Inside>) {
	for (let limit = Number(asked); ; limit = Math.floor(limit / 2)) {
		const found = await ask(limit);
		if (!found.ok) return found;
		const shrunk = shrinkItems(itemsOf(found.body, items));
		const answer = { ...(found.body as object), [items]: shrunk.items };
		if (bytesOf(answer) > ANSWER_BYTES && limit > 1) continue;
		const shorter = `This page has at most ${limit} of the ${asked} items that were asked for, because more would be too large. The next page has those after them.`;
		return { ok: true as const, answer, leftOut: [...(limit < Number(asked) ? [shorter] : []), ...shrunk.leftOut] };
	}
}

const itemsOf = (body: unknown, items: string): unknown[] => {
	const found = (body as Record<string, unknown>)[items];
	return Array.isArray(found) ? found : [];
};
