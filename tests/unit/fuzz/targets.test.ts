import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import type { Target } from "#contract/scans/parse-target.ts";
import { parseTarget, plainAddress } from "#contract/scans/parse-target.ts";
import { addressForms } from "#server/platform/outgoing/address-forms.ts";
import { createGuard } from "#server/platform/outgoing/guard.ts";
import { createPolicy } from "#server/platform/outgoing/policy.ts";
import { isPublicAddress } from "#server/platform/outgoing/public-address.ts";
import { fuzz } from "#tests/support/fuzz/fuzz.ts";
import { mutated, wildText } from "#tests/support/fuzz/wild.ts";

/** Every name resolves to a public address, so that only the guard can refuse. */
const guard = createGuard({
	policy: createPolicy({ allow: "", practicePorts: [] }),
	resolver: { addresses: async () => ({ status: "found", addresses: [{ address: "93.184.215.14", family: 4 }] }) },
	ownAddresses: () => [],
});

/** A target as someone would type it. */
function printed({ scheme, host, ipVersion, port, path }: Target): string {
	const authority = `${ipVersion === 6 ? `[${host}]` : host}${port === undefined ? "" : `:${port}`}`;
	return `${scheme ? `${scheme}://` : ""}${authority}${path === "/" ? "" : path}`;
}

const typed = fc.oneof(
	fc.webUrl({ withQueryParameters: true, withFragments: true }),
	fc.webUrl().chain(mutated),
	fc.domain().chain(mutated),
	fc
		.tuple(
			fc.constantFrom("", "http://", "HTTPS://"),
			fc.ipV4Extended(),
			fc.constantFrom("", ":80", ":99999", "/", "/a?b"),
		)
		.map((all) => all.join("")),
	fc.ipV6().map((ip) => `[${ip}]`),
	fc.ipV6().chain(mutated),
	wildText,
	fc
		.tuple(fc.string({ unit: "grapheme", maxLength: 20 }), fc.constantFrom(".com", ".例え", "。example", "．org"))
		.map((all) => all.join("")),
);

test("what was understood is written in one way, which is understood as the same", async () => {
	await fuzz(
		fc.property(typed, (text) => {
			const read = parseTarget(text);
			if (!read.ok) return;
			expect(parseTarget(printed(read.target))).toEqual(read);
			if (read.target.ipVersion !== 0) expect(plainAddress(read.target.host)).toBe(read.target.host);
		}),
		{ runs: 2_000 },
	);
});

/** Addresses that no scan may reach. */
const special = fc.oneof(
	fc.tuple(fc.constant(10), fc.nat(255), fc.nat(255), fc.nat(255)),
	fc.tuple(fc.constant(127), fc.nat(255), fc.nat(255), fc.nat(255)),
	fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
	fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
	fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
	fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
	fc.tuple(fc.constant(0), fc.nat(255), fc.nat(255), fc.nat(255)),
	fc.tuple(fc.integer({ min: 224, max: 255 }), fc.nat(255), fc.nat(255), fc.nat(255)),
);
const RADIX = [
	(n: number) => String(n),
	(n: number) => `0x${n.toString(16)}`,
	(n: number) => `0${n.toString(8)}`,
	(n: number) => `0X${n.toString(16).toUpperCase().padStart(8, "0")}`,
];
const fullwidth = (text: string) => text.replace(/[\dA-Za-z.]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
const circled = (text: string) => text.replace(/[1-9]/g, (c) => String.fromCharCode(0x2460 + Number(c) - 1));
const escaped = (text: string) => text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`);

/** One address in one of the many ways that programs understand. */
const spelled = fc
	.tuple(
		special,
		fc.array(fc.constantFrom(...RADIX), { minLength: 4, maxLength: 4 }),
		fc.nat(12),
		fc.constantFrom("", ".", "。", "．", ".."),
		fc.constantFrom(".", "。", "．", "｡"),
	)
	.map(([octets, radix, form, end, dot]) => {
		const [a, b, c, d] = octets;
		const hex = octets.map((octet) => octet.toString(16).padStart(2, "0"));
		const mapped = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
		const write = (numbers: number[]) => numbers.map((n, index) => radix[index]?.(n) ?? n).join(dot);
		const plain = octets.join(".");
		const host = [
			write([...octets]),
			write([((a * 256 + b) * 256 + c) * 256 + d]),
			write([a, (b * 256 + c) * 256 + d]),
			write([a, b, c * 256 + d]),
			fullwidth(plain),
			circled(plain),
			escaped(plain),
			`[::ffff:${plain}]`,
			`[::FFFF:${mapped}]`,
			`[::${plain}]`,
			`[64:ff9b::${mapped}]`,
			`[2002:${mapped}::1]`,
			`::ffff:0:${mapped}`,
		][form];
		return `${host}${host?.includes("]") ? "" : end}`;
	});

test("no private address gets past the guard, however it is spelled", async () => {
	const around = fc.tuple(
		fc.constantFrom("", "http://", "https://", "HTTP://", " "),
		spelled,
		fc.constantFrom("", ":80", ":443", "/", "/a?b#c", ":8080/x", "?a", "#a", ":", " "),
	);
	let understood = 0;
	await fuzz(
		fc.asyncProperty(around, async (parts) => {
			const read = parseTarget(parts.join(""));
			if (!read.ok) return;
			understood++;
			const answer = await guard.check(read.target, { anyPort: true });
			expect(answer, `${parts.join("")} was taken for ${read.target.host}`).toMatchObject({ ok: false });
		}),
		{ runs: 2_000, kept: [[["http://", "0x7f000001", ""]], [["", "017700000001", ":80"]], [["", "①②⑦.⓪.⓪.①", ""]]] },
	);
	expect(understood).toBeGreaterThan(1_000);
});

test("a user name in front never moves a target to another host", async () => {
	await fuzz(
		fc.property(wildText, spelled, (name, host) => {
			const read = parseTarget(`http://${name}@${host}/`);
			if (read.ok) expect(read.target.host).not.toContain("@");
			expect(read.ok && ipaddr.isValid(read.target.host) && !isPublicAddress(read.target.host)).toBe(false);
		}),
		{ runs: 1_000 },
	);
});

test("an address has one canonical form, and no form of it is more public than another", async () => {
	await fuzz(
		fc.property(
			fc.oneof(
				fc.ipV4(),
				fc.ipV6(),
				special.map((octets) => `::ffff:${octets.join(".")}`),
			),
			(address) => {
				const plain = plainAddress(address);
				expect(plainAddress(plain)).toBe(plain);
				expect(isPublicAddress(plain)).toBe(isPublicAddress(address));
				const forms = addressForms(address);
				expect(forms[0]).toBe(plain);
				if (isPublicAddress(plain) && forms[1]) expect(isPublicAddress(forms[1])).toBe(true);
			},
		),
		{ runs: 2_000 },
	);
});

test("a list of what may be scanned is read whole or refused with the entry that is wrong", async () => {
	const entry = fc.oneof(
		fc.constantFrom(
			"example.com",
			"*.example.com",
			"10.0.0.0/8",
			"127.0.0.1:9001",
			"[::1]:80",
			"[2001:db8::]/32:443",
			"::/0",
		),
		fc.ipV4Extended(),
		fc.tuple(fc.ipV6(), fc.nat(200)).map((parts) => parts.join("/")),
		wildText,
	);
	await fuzz(
		fc.property(fc.array(entry, { maxLength: 4 }), fc.ipV4(), fc.ipV6(), fc.nat(65_535), (entries, v4, v6, port) => {
			let policy: ReturnType<typeof createPolicy>;
			try {
				policy = createPolicy({ allow: entries.join(","), practicePorts: [] });
			} catch (error) {
				expect(String(error)).toMatch(/is not a host name, an IP address or a range/);
				return;
			}
			for (const address of [v4, v6, `::ffff:${v4}`]) {
				expect(policy.isListed("other.example", address, port)).toBe(
					policy.isListed("other.example", plainAddress(address), port),
				);
			}
		}),
		{ runs: 1_500 },
	);
});
