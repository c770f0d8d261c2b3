import { createECDH, createPublicKey, verify } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encrypt } from "#server/identity/notifications/encrypt.ts";
import { createVapid, keptPrivateKey } from "#server/identity/notifications/vapid.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";

test("a message is encrypted as in the example of RFC 8291, section 5", () => {
	const body = encrypt(
		Buffer.from("When I grow up, I want to be a watermelon"),
		{
			p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
			auth: "BTBZMqHH6r4Tts7J_aSIgg",
		},
		{
			privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
			salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
		},
	);
	expect(body.toString("base64url")).toBe(
		"DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
	);
});

test("no two messages are alike, and a key that is no point of the curve is refused", () => {
	const pair = createECDH("prime256v1");
	const keys = { p256dh: pair.generateKeys("base64url"), auth: "BTBZMqHH6r4Tts7J_aSIgg" };
	const text = Buffer.from("x");
	expect(encrypt(text, keys).equals(encrypt(text, keys))).toBe(false);
	expect(() => encrypt(text, { ...keys, p256dh: Buffer.alloc(65, 4).toString("base64url") })).toThrow();
});

test("the server names itself as RFC 8292 wants it: to one service, for half a day, signed", async () => {
	const folder = await scratchFolder("vapid");
	const privateKey = await keptPrivateKey(folder);
	const vapid = createVapid(privateKey, "team@mail.example");
	const now = new Date("2026-11-21T10:00:00Z");
	const header = vapid.authorize("https://push.example:8443/abc?d=1", now);
	const [, head = "", claims = "", signature = "", key] =
		/^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header) ?? [];
	expect(key).toBe(vapid.publicKey);
	const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
	expect(read(head)).toEqual({ typ: "JWT", alg: "ES256" });
	expect(read(claims)).toEqual({
		aud: "https://push.example:8443",
		exp: now.getTime() / 1_000 + 43_200,
		sub: "mailto:team@mail.example",
	});
	const point = Buffer.from(vapid.publicKey, "base64url");
	const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
	const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
	const signed = Buffer.from(`${head}.${claims}`);
	const proof = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
	expect(verify("sha256", signed, proof, Buffer.from(signature, "base64url"))).toBe(true);
	expect(await keptPrivateKey(folder)).toBe(privateKey);
	expect((await stat(join(folder, "vapid-private-key"))).mode & 0o777).toBe(0o600);
	expect(await readFile(join(folder, "vapid-private-key"), "utf8")).toBe(`${privateKey}\n`);
});
