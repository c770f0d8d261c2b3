import { expect, test } from "vitest";
import type { AccountId, ClientId, EntryId } from "#contract/ids.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import { wireBody } from "#src/requests/wire-body.ts";
import { createEntry } from "#tests/support/outbox/product-outbox.ts";

const ADA = "0198c0de-0000-7000-8000-00000000000a" as AccountId;
const SCAN = { kind: "nmap-scan", body: { host: "example.com" } } as const;
const bodyOf = (entry: NewEntry) => wireBody(createEntry(entry, "0198c0de-0000-7000-8000-000000000001" as EntryId, 0));

test("a scan of an account says whom it is for", () => {
	expect(bodyOf({ ...SCAN, owner: ADA, client: "Bank", note: "Rack 2" })).toEqual({
		host: "example.com",
		client: "Bank",
		note: "Rack 2",
	});
});

test("a client that is named by its id is not named a second time", () => {
	const clientId = "0198c0de-0000-7000-8000-00000000000c" as ClientId;
	expect(bodyOf({ ...SCAN, owner: ADA, clientId, client: "Bank", note: "Rack 2" })).toEqual({
		host: "example.com",
		note: "Rack 2",
	});
});

test("labels that were left empty are left out", () => {
	expect(bodyOf({ ...SCAN, owner: ADA, client: "", note: "" })).toEqual(SCAN.body);
});

test("nothing but an account's scan says it", () => {
	const labels = { client: "Bank", note: "Rack 2" };
	expect(bodyOf({ ...SCAN, owner: "anonymous", ...labels })).toEqual(SCAN.body);
	const newsletter = { kind: "newsletter", body: { email: "ada@example.org" } } as const;
	expect(bodyOf({ ...newsletter, owner: ADA, ...labels })).toEqual(newsletter.body);
});
