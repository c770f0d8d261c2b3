import { afterEach, expect, test, vi } from "vitest";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { isEntryOf, scopeFields } from "#src/lib/workspace/entries.ts";
import { OWN } from "#src/lib/workspace/scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { clientOf, WORKSPACE } from "./samples.ts";

const ADA = "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f" as AccountId;
const [A, B] = [clientOf(1), clientOf(2)];

afterEach(() => vi.unstubAllGlobals());

function knowAda(): void {
	const text = JSON.stringify({ status: "known", account: { accountId: ADA, name: "Ada", email: "" }, locked: false });
	vi.stubGlobal("localStorage", { getItem: () => text });
}

test("an entry carries the workspace and the client that were on the screen", () => {
	expect(scopeFields(ADA, { workspace: WORKSPACE }, A)).toEqual({
		workspace: WORKSPACE,
		clientId: A.id,
		client: A.name,
	});
	expect(scopeFields(ADA, { workspace: WORKSPACE }, null)).toEqual({ workspace: WORKSPACE });
	expect(scopeFields(ADA, OWN, null)).toEqual({ workspace: ADA });
});

test("what belongs to no account yet carries none: the screen may show the workspace of the account before", () => {
	expect(scopeFields("anonymous", { workspace: WORKSPACE }, A)).toEqual({});
	expect(scopeFields("unclaimed", { workspace: WORKSPACE }, A)).toEqual({});
});

test("a screen of one client shows only its entries, and one of a workspace none of another", () => {
	knowAda();
	const entry = (some: object) => ({ owner: ADA, ...some }) as Entry;
	const ofA = entry({ workspace: WORKSPACE, clientId: A.id });
	expect(isEntryOf(ofA, { workspace: WORKSPACE, client: A.id })).toBe(true);
	expect(isEntryOf(ofA, { workspace: WORKSPACE, client: null })).toBe(true);
	expect(isEntryOf(ofA, { workspace: WORKSPACE, client: B.id })).toBe(false);
	expect(isEntryOf(ofA, OWN)).toBe(false);
	// From before there were workspaces.
	expect(isEntryOf(entry({}), OWN)).toBe(true);
	expect(isEntryOf(entry({ workspace: ADA as string as WorkspaceId }), OWN)).toBe(true);
	expect(isEntryOf(entry({}), { workspace: WORKSPACE, client: null })).toBe(false);
	expect(isEntryOf(entry({ owner: "anonymous" }), OWN)).toBe(true);
	expect(isEntryOf(entry({ owner: "anonymous" }), { workspace: null, client: A.id })).toBe(false);
});
