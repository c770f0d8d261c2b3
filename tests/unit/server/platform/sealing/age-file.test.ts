import { Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { readSealSecrets } from "#server/platform/keys/seal-secrets.ts";
import { newSecret } from "#server/platform/keys/secret-text.ts";
import { plainSize } from "#server/platform/sealing/age-file.ts";

const encrypter = new Encrypter();
encrypter.addRecipient(await identityToRecipient(await generateX25519Identity()));

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 131_073, 1_000_000])(
	"%i bytes are as many again by the size of their sealed file",
	async (size) => {
		expect(plainSize((await encrypter.encrypt(new Uint8Array(size))).length)).toBe(size);
	},
);

test("what is too short to be sealed holds nothing", () => {
	for (const size of [1, 100, 184, 199]) expect(plainSize(size)).toBeLessThanOrEqual(0);
});

test("secrets are read as they are made, one or several", () => {
	const [one, two] = [newSecret(), newSecret()];
	expect(readSealSecrets(one)?.map((secret) => secret.length)).toEqual([32]);
	expect(readSealSecrets(`${one}, ${two}`)?.map((secret) => secret.toString("base64url"))).toEqual([one, two]);
	for (const wrong of ["", "x", `${one},`, `${one} ${two}`, `${one}=`, "A".repeat(43), one.slice(1)]) {
		expect(readSealSecrets(wrong), wrong).toBeUndefined();
	}
});
