import { webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import { newDataKey } from "#src/lib/lock/data-key.ts";
import { isDigits, openWithPin, PIN_ITERATIONS, pinTrouble, pinWay } from "#src/lib/lock/pin.ts";

const crypto = webcrypto as Crypto;

test("short and obvious PINs are not taken, passphrases are", () => {
	for (const pin of ["", "12345", "  1234  ", "000000", "aaaaaa", "123456", "987654321", "234567"]) {
		expect(pinTrouble(pin), pin).not.toBe("");
	}
	for (const pin of ["135790", "121212", "correct horse battery staple", "ключ от дома"])
		expect(pinTrouble(pin), pin).toBe("");
});

test("the same letters open it however a keyboard encodes them, with spaces around them, and nothing else does", async () => {
	const dataKey = newDataKey(crypto);
	const way = await pinWay("caf\u00e9 au lait", dataKey, 10, crypto);
	expect(way.digits).toBe(false);
	expect(await openWithPin(" cafe\u0301 au lait ", way, crypto)).toEqual(dataKey);
	expect(await openWithPin("cafe au lait", way, crypto)).toBeNull();
	expect(isDigits("135790")).toBe(true);
});

test("two locks with the same PIN have nothing in common", async () => {
	const dataKey = newDataKey(crypto);
	const [one, other] = await Promise.all([1, 2].map(() => pinWay("135790", dataKey, 10, crypto)));
	expect(one?.salt).not.toEqual(other?.salt);
	expect(one?.wrapped).not.toEqual(other?.wrapped);
});

test("as many iterations as OWASP asks for, or more", () => {
	expect(PIN_ITERATIONS).toBeGreaterThanOrEqual(600_000);
});
