import { expect, test } from "vitest";
import { hasClients, shownState } from "#src/lib/workspace/shown.ts";
import { clientOf, OWN_CLIENT, WORKSPACE, workspaceOf } from "./samples.ts";

const CLIENT = clientOf(1);
const DATA = workspaceOf([OWN_CLIENT, CLIENT]);
const read = { data: DATA, error: null, isFetching: false };
const unread = { data: undefined, error: null, isFetching: true };

test("without an account, the screens show samples, whatever the address says", () => {
	const state = shownState({ hasAccount: false, workspaceId: WORKSPACE, code: "client-1", reading: unread });
	expect(state).toMatchObject({ status: "shown", shown: { scope: { workspace: null, client: null }, client: null } });
	expect(state.status === "shown" && state.shown.can("work")).toBe(true);
});

test("an address without a client shows all of them at once; one’s own workspace is one’s own before it is read", () => {
	const own = shownState({ hasAccount: true, workspaceId: null, code: null, reading: unread });
	expect(own).toMatchObject({ shown: { scope: { workspace: null, client: null }, role: "owner" } });
	const other = shownState({ hasAccount: true, workspaceId: WORKSPACE, code: null, reading: unread });
	expect(other).toMatchObject({ shown: { scope: { workspace: WORKSPACE, client: null }, role: null } });
	expect(other.status === "shown" && other.shown.can("read")).toBe(false);
});

test("an address with a client shows nothing before it is known which one it is", () => {
	const at = (reading: Parameters<typeof shownState>[0]["reading"], code = "client-1") =>
		shownState({ hasAccount: true, workspaceId: WORKSPACE, code, reading });
	expect(at(unread)).toEqual({ status: "opening" });
	expect(at(read)).toMatchObject({ shown: { scope: { workspace: WORKSPACE, client: CLIENT.id }, client: CLIENT } });
	// What is stored may be older than the client.
	expect(at({ ...read, isFetching: true }, "new")).toEqual({ status: "opening" });
	expect(at(read, "new")).toMatchObject({ status: "unknown-client", code: "new" });
	expect(at({ ...read, isFetching: true, error: new Error("late") }, "new")).toMatchObject({
		status: "unknown-client",
	});
	const error = new Error("away");
	expect(at({ data: undefined, error, isFetching: false })).toEqual({ status: "unreadable", error });
});

test("a guest sees one client, whatever the address says", () => {
	const data = workspaceOf([CLIENT], "guest");
	const state = shownState({ hasAccount: true, workspaceId: WORKSPACE, code: null, reading: { ...read, data } });
	expect(state).toMatchObject({ shown: { client: CLIENT, role: "guest" } });
	expect(state.status === "shown" && state.shown.can("work")).toBe(false);
});

test("who works only for themselves has no clients to choose from", () => {
	expect(hasClients(null)).toBe(false);
	expect(hasClients(workspaceOf([OWN_CLIENT]))).toBe(false);
	expect(hasClients(workspaceOf([OWN_CLIENT, CLIENT]))).toBe(true);
	expect(hasClients(workspaceOf([CLIENT], "guest"))).toBe(true);
});
