import { describe, expect, test } from "vitest";
import { isPostmasterOf, parsePostmaster } from "#server/platform/db/embedded/postmaster.ts";

const PID_FILE = `4242
/data/pg
1760000000
45123

127.0.0.1
  1234567     98304
ready   
`;

describe("a pid file", () => {
	test("says which server runs on which directory and port", () => {
		expect(parsePostmaster(PID_FILE)).toEqual({ pid: 4242, dataDirectory: "/data/pg", port: 45_123 });
	});

	test.each([
		["empty", ""],
		["something else", "garbage"],
		["cut off", "4242\n/data/pg\n"],
		["with a pid that is none", "-1\n/data/pg\n0\n45123\n"],
	])("that is %s is not a pid file", (_what, text) => {
		expect(parsePostmaster(text)).toBeUndefined();
	});
});

describe("a process", () => {
	test("is our database server only by its program and its directory", () => {
		expect(isPostmasterOf("/x/native/bin/postgres\0-D\0/data/pg\0-p\x0045123\0", "/data/pg")).toBe(true);
		expect(isPostmasterOf("/x/native/bin/postgres\0-D\0/other/pg\0", "/data/pg")).toBe(false);
		expect(isPostmasterOf("/x/native/bin/postgres\0-D\0/data/pg2\0", "/data/pg")).toBe(false);
		expect(isPostmasterOf("vim\0/data/pg\0", "/data/pg")).toBe(false);
		expect(isPostmasterOf("", "/data/pg")).toBe(false);
	});
});
