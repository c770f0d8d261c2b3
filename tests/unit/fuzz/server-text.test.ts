import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { deviceName } from "#server/identity/accounts/sessions/device-name.ts";
import { isPlaceTime, readCursor, writeCursor } from "#server/platform/db/page-cursor.ts";
import { isUnchanged } from "#server/platform/http/etag.ts";
import { originForm } from "#server/platform/http/gate/named-host.ts";
import { readForwardedFor, trustedProxies } from "#server/platform/http/gate/trusted-proxies.ts";
import { ConfigError, readConfig, settings } from "#server/platform/settings/config.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { mutated, wildText } from "#tests/support/fuzz/wild.ts";

const NAMES = Object.keys(settings.shape);
const settingText = fc.oneof(
	wildText,
	fc.constantFrom(
		"on",
		"off",
		"0",
		"-1",
		"65536",
		"1e3",
		"https://a.example",
		"https://a.example/x",
		"http://[::1]:1",
		"postgres://a:b@c/d",
		"10.0.0.0/8",
		"::/0",
		"all",
		"api",
		"worker",
		"a@b",
		"/usr/bin/true",
		"https://a.example/z.tar.gz#sha256=",
	),
	fc.webUrl().chain(mutated),
);

test("whatever the environment says, there are settings or one error that names each that is wrong", async () => {
	await fuzz(
		fc.property(
			fc.dictionary(
				fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: wildText }),
				settingText,
			),
			(env) => {
				try {
					const config = readConfig(env);
					expect(config.PORT).toBeGreaterThanOrEqual(0);
					expect(Object.keys(config).every((name) => NAMES.includes(name))).toBe(true);
				} catch (error) {
					expect(error).toBeInstanceOf(ConfigError);
					expect((error as Error).message.split("\n  ").length).toBeGreaterThan(1);
				}
			},
		),
		{ runs: 600 },
	);
});

test("no password and no key in a setting is ever in the error about it", async () => {
	const secret = "s3cr3tpassw0rd";
	const address = fc.constantFrom(
		`postgres://user:${secret}@host/name`,
		`smtp://u:${secret}@mail.example`,
		`https://u:${secret}@a.example/z.tar.gz#sha256=`,
		`u:${secret}@host`,
	);
	const name = fc.constantFrom(
		"DATABASE_URL",
		"DATABASE_OWNER_URL",
		"SMTP_URL",
		"ZAP_URL",
		"ZAP_ARCHIVE",
		"PUBLIC_URL",
	);
	const before = fc
		.tuple(address, fc.nat(3), wildText)
		.map(([text, at, put]) => put.slice(0, 20) + text.slice(0, at) + text.slice(at));
	await fuzz(
		fc.property(name, fc.oneof(address, before), wildText, (name, value, key) => {
			try {
				readConfig({ [name]: value, ZAP_API_KEY: `${secret} ${key}`, VAPID_PRIVATE_KEY: `${secret}${key}` });
			} catch (error) {
				expect((error as Error).message).not.toContain(secret);
			}
		}),
		{ runs: 500 },
	);
});

test("a cursor says where its page ended, and nothing else is one", async () => {
	const time = fc
		.tuple(fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }), fc.nat(999))
		.map(([date, micro]) => date.toISOString().replace("Z", `${String(micro).padStart(3, "0")}Z`));
	await fuzz(
		fc.property(time, fc.uuid(), wildText, (acceptedAt, id, text) => {
			expect(readCursor(writeCursor({ acceptedAt, id }))).toEqual({ acceptedAt, id });
			for (const cursor of [
				text,
				Buffer.from(text).toString("base64url"),
				writeCursor({ acceptedAt: text, id }),
				writeCursor({ acceptedAt, id: text }),
			]) {
				const read = readCursor(cursor);
				if (read) expect(isPlaceTime(read.acceptedAt)).toBe(true);
			}
		}),
		{ runs: 600 },
	);
});

const hop = fc.oneof(
	fc.ipV4(),
	fc.ipV6(),
	fc.tuple(fc.ipV4(), fc.nat(70_000)).map((parts) => parts.join(":")),
	fc.ipV6().map((ip) => `[${ip}]:80`),
	fc.ipV4Extended(),
	fc.constantFrom("unknown", "", " ", "_hidden", "fe80::1%eth0", "1.2.3.4.5", "[::1"),
	wildText,
);

test("of the hops that a header names, only addresses to the right of all else count, each in one form", async () => {
	await fuzz(
		fc.property(fc.array(hop, { maxLength: 5 }), (hops) => {
			const read = readForwardedFor(hops.join(","));
			expect(readForwardedFor(read)).toBe(read);
			const addresses = read === "" ? [] : read.split(", ");
			for (const address of addresses) expect(ipaddr.process(address).toString()).toBe(address);
			expect(addresses.length).toBeLessThanOrEqual(hops.join(",").split(",").length);
			const trusts = trustedProxies(["10.0.0.0/8", "::1"]);
			if (trusts) for (const text of hops) expect(typeof trusts(text, 0)).toBe("boolean");
		}),
		{ runs: 800 },
	);
});

test("a target of a request becomes a path, and a path stays as it is", async () => {
	const target = fc.oneof(
		fc.webUrl({ withQueryParameters: true }),
		fc.webPath(),
		wildText,
		fc.tuple(fc.constantFrom("http://", "HTTPS://"), wildText).map((parts) => parts.join("")),
	);
	await fuzz(
		fc.property(target, (text) => {
			const path = originForm(text);
			if (/^https?:\/\//i.test(text)) expect(path.startsWith("/")).toBe(true);
			if (text.startsWith("/")) expect(path).toBe(text);
		}),
		{ runs: 500 },
	);
});

test("an answer is unchanged for those who name its tag, in any list of tags", async () => {
	const ask = (header: string | undefined, answer: unknown) => {
		let tag = "";
		const reply = { header: (_: string, value: string) => (tag = value) };
		const same = isUnchanged({ headers: { "if-none-match": header } } as never, reply as never, answer);
		return { same, tag };
	};
	await fuzz(
		fc.property(fc.jsonValue(), fc.jsonValue(), wildText, (one, other, text) => {
			const { tag } = ask(undefined, one);
			expect(ask(tag, one).same).toBe(true);
			expect(ask(`"x", ${tag} , "y"`, one).same).toBe(true);
			expect(ask(tag, other).same).toBe(JSON.stringify(one) === JSON.stringify(other));
			expect(ask(text, one).same).toBe(text.split(",").some((part) => part.trim() === "*"));
		}),
		{ runs: 500 },
	);
});

test("a device has a short name of our own words, whatever its browser says", async () => {
	await fuzz(
		fc.property(wildText, (text) => {
			expect(deviceName(text)).toMatch(/^[A-Za-z ]{3,40}$/);
		}),
		{ runs: 500 },
	);
});
