import { dnsForm } from "#contract/scans/dns-form.ts";
import { combined } from "./combined.ts";
import type { KindDescriptor } from "./kind.ts";
import { nmap } from "./nmap.ts";
import { sslyze } from "./sslyze.ts";
import { wapiti } from "./wapiti.ts";
import { zap } from "./zap.ts";

/** Every kind of scan, in the order they are listed in. For a new kind, the compiler lists what is still missing. */
export const KINDS = { combined, zap, wapiti, nmap, sslyze };
export type ScanKind = keyof typeof KINDS;
export const SCAN_KINDS = Object.keys(KINDS) as ScanKind[];

/** A kind without its specific type, for code that treats all kinds alike. */
export const kindOf = (kind: ScanKind): KindDescriptor => KINDS[kind];

/** `Nmap EOL scan`. */
export const scanName = (kind: ScanKind): string => `${KINDS[kind].name} scan`;

/** What a request is aimed at, with its host as `dnsForm` writes it. */
export const targetOf = ({ kind, body }: { kind: ScanKind; body: Readonly<Record<string, unknown>> }): string =>
	dnsForm(String(body[kindOf(kind).target]));

/** Kinds that an outside program runs. */
export type ToolKind = { [K in ScanKind]: (typeof KINDS)[K]["tool"] extends null ? never : K }[ScanKind];
export const isToolKind = (kind: ScanKind): kind is ToolKind => KINDS[kind].tool !== null;
export const TOOL_KINDS = SCAN_KINDS.filter(isToolKind);

/** The kind of outbox entry that asks for a scan of kind `K`. */
export type ScanEntry<K extends ScanKind = ScanKind> = `${K}-scan`;
export const scanEntry = <K extends ScanKind>(kind: K): ScanEntry<K> => `${kind}-scan`;

/** The kind of scan an outbox entry asks for; undefined for entries that ask for something else. */
export const scanOfEntry = (entry: string): ScanKind | undefined =>
	SCAN_KINDS.find((kind) => scanEntry(kind) === entry);

/** What each kind's body must have to match its descriptor. */
export type BodyShapes = {
	[K in ScanKind]: Record<(typeof KINDS)[K]["target"], string> &
		((typeof KINDS)[K]["mails"] extends "none" ? unknown : { email: string }) & {
			[O in keyof (typeof KINDS)[K]["options"]]?: string | undefined;
		};
};
