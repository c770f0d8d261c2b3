import { expect, test } from "vitest";
import { hostIn, pickClient } from "#src/lib/workspace/clients/pick-client.ts";
import { clientOf, OWN_CLIENT, workspaceOf } from "../samples.ts";

const [A, B, GONE] = [clientOf(1), clientOf(2), clientOf(3, { archivedAt: "2026-01-01T00:00:00.000Z" })];
const workspace = workspaceOf([OWN_CLIENT, A, B, GONE]);
const assets = [
	{ host: "a.example", clientId: A.id },
	{ host: "gone.example", clientId: GONE.id },
];
const nothing = { chosen: "", target: "", assets, last: null };

test("a form is for the client of the screen, whatever else is known", () => {
	const asked = { chosen: B.id, target: "https://b.example", assets, last: B.id };
	expect(pickClient({ workspace, client: A }, asked)).toBe(A);
});

test("with all clients shown: what was chosen, else the host’s, else the last one, else one’s own", () => {
	const all = { workspace, client: null };
	expect(pickClient(all, nothing)).toBe(OWN_CLIENT);
	expect(pickClient(all, { ...nothing, last: B.id })).toBe(B);
	expect(pickClient(all, { ...nothing, last: B.id, target: "https://A.example:8443/x" })).toBe(A);
	expect(pickClient(all, { ...nothing, last: B.id, target: "a.example" })).toBe(A);
	expect(pickClient(all, { chosen: B.id, target: "a.example", assets, last: null })).toBe(B);
});

test("nothing is requested for an archived client", () => {
	const all = { workspace, client: null };
	expect(pickClient(all, { ...nothing, target: "gone.example", last: A.id })).toBe(A);
	expect(pickClient(all, { ...nothing, chosen: GONE.id, last: GONE.id })).toBe(OWN_CLIENT);
});

test("who has no clients is asked for none", () => {
	expect(pickClient({ workspace: workspaceOf([OWN_CLIENT]), client: null }, nothing)).toBeNull();
	expect(pickClient({ workspace: null, client: null }, nothing)).toBeNull();
});

test.each([
	["https://[2001:db8::1]/x", "2001:db8::1"],
	["shop.example:443", "shop.example"],
	["  ", null],
	["https://", null],
])("the host in %j is %s", (target, host) => {
	expect(hostIn(target)).toBe(host);
});
