import type { Passkey, PasskeyTransport } from "#contract/accounts/passkeys.ts";
import { timeText } from "#contract/format/time.ts";

const KEEPING: Record<Passkey["keeping"], string> = {
	synced: "Synced to your other devices",
	"not-synced": "On one device so far; it can be synced",
	device: "Only on its own device",
};

const WAYS: Record<PasskeyTransport, string> = {
	internal: "this device’s own",
	hybrid: "by phone",
	cable: "by phone",
	usb: "USB",
	nfc: "NFC",
	ble: "Bluetooth",
	"smart-card": "smart card",
};

const isKnown = (transport: string): transport is PasskeyTransport => Object.hasOwn(WAYS, transport);

/** `Synced to your other devices · Used by phone, NFC`. The built-in kind is left out: every phone and laptop has it. */
export function keepingText({ keeping, transports }: Passkey): string {
	const ways = transports.filter(isKnown).filter((one) => one !== "internal");
	const named = [...new Set(ways.map((one) => WAYS[one]))];
	return named.length === 0 ? KEEPING[keeping] : `${KEEPING[keeping]} · Also ${named.join(", ")}`;
}

export const datesText = ({ createdAt, lastUsedAt }: Passkey): string =>
	`Added ${timeText(createdAt)}. ${lastUsedAt === null ? "Not used yet." : `Last used ${timeText(lastUsedAt)}.`}`;

/** The proposed name, with a number if a passkey has it already. */
export function freeName(proposed: string, passkeys: readonly Pick<Passkey, "name">[]): string {
	const taken = new Set(passkeys.map(({ name }) => name));
	let name = proposed;
	for (let n = 2; taken.has(name); n++) name = `${proposed} ${n}`;
	return name;
}
