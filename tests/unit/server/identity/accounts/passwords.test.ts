import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createPasswords } from "#server/identity/accounts/passwords/passwords.ts";

const compute = promisify(argon2);
type Derive = Parameters<typeof createPasswords>[0];

describe("a password's hash", () => {
	const passwords = createPasswords();

	test("is an argon2id string with its parameters, and another one every time", async () => {
		const [one, two] = [await passwords.hash("correct horse"), await passwords.hash("correct horse")];
		expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
		expect(one).not.toBe(two);
		expect(await passwords.verify("correct horse", one)).toBe(true);
		expect(await passwords.verify("correct horse ", one)).toBe(false);
	});

	test("is checked with the parameters in it", async () => {
		const nonce = Buffer.from("0123456789abcdef");
		const parameters = { message: "old", nonce, parallelism: 2, tagLength: 24, memory: 64, passes: 3 };
		const tag = await compute("argon2id", parameters);
		const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
		const phc = `$argon2id$v=19$m=64,t=3,p=2$${text(nonce)}$${text(tag)}`;
		expect(await passwords.verify("old", phc)).toBe(true);
		expect(await passwords.verify("new", phc)).toBe(false);
	});

	test("is the same however an accent was composed, and for any text", async () => {
		expect(await passwords.verify("jose\u0301-12345", await passwords.hash("jos\u00e9-12345"))).toBe(true);
		const odd = "\u0000 spaces \u{1f511} \ud800";
		expect(await passwords.verify(odd, await passwords.hash(odd))).toBe(true);
	});

	test("that is not one of ours is a fault and never a match", async () => {
		await expect(passwords.verify("x", "plain")).rejects.toThrow("not one of ours");
	});
});

describe("the work", () => {
	test("is the same where there is no hash to compare with", async () => {
		const costs: unknown[] = [];
		const counting = createPasswords(((algorithm: string, { memory, passes, parallelism, tagLength }: never) => {
			costs.push({ algorithm, memory, passes, parallelism, tagLength });
			return Promise.resolve(Buffer.alloc(32));
		}) as unknown as Derive);
		const phc = await counting.hash("x");
		await counting.verify("x", phc);
		expect(await counting.verify("x", undefined)).toBe(false);
		expect(costs).toHaveLength(3);
		expect(costs[2]).toEqual(costs[1]);
	});
});
