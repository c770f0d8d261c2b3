import * as z from "zod/mini";
import { grade } from "#contract/findings/findings.ts";
import { severity } from "#contract/findings/severity.ts";
import { fingerprint } from "#contract/findings/vulnerabilities.ts";
import { scanId } from "#contract/ids.ts";
import { scanKind, severityCounts } from "#contract/scans/scans.ts";
import { client } from "./workspaces.ts";

/** How many days ahead something counts as expiring, and for how many days a finding counts as new. */
export const EXPIRING_DAYS = 30;
export const NEW_DAYS = 7;

/** How one client is doing. */
const clientOverview = z.object({
	client,
	/** How many hosts it has. */
	hosts: z.int(),
	/** By the same rule as in reports: `letter` is null if too little was evaluated, and `reason` says why in a sentence or two. */
	grade: z.object({ letter: z.nullable(grade), label: z.string(), reason: z.string() }),
	/** Open findings. */
	open: severityCounts,
	/** The worst still-open finding that appeared, got worse or reopened in the last 7 days. Untrusted text. */
	worstNew: z.nullable(
		z.object({
			fingerprint,
			title: z.string(),
			severity,
			host: z.string(),
			at: z.iso.datetime(),
			what: z.enum(["new", "worse", "reopened"]),
		}),
	),
	/** What expires within 30 days, including today. Untrusted text. */
	expiring: z.object({
		count: z.int(),
		next: z.nullable(
			z.object({
				what: z.enum(["certificate", "end-of-life", "ownership", "accepted-risk"]),
				host: z.string(),
				/** Such as the product and its version; empty if there is none. */
				detail: z.string(),
				on: z.iso.date(),
			}),
		),
	}),
	overdue: z.object({
		/** Findings whose risk acceptance has expired and that are still there. */
		acceptedRisks: z.int(),
		/** Active schedules that missed runs. */
		schedules: z.int(),
	}),
	/** Waiting or running scans. */
	running: z.int(),
	/** The newest completed scan. */
	lastScan: z.nullable(z.object({ scanId, kind: scanKind, host: z.string(), at: z.iso.datetime() })),
});
export type ClientOverview = z.infer<typeof clientOverview>;

/** `GET clients/overview/`: every client that the member may see, by name, archived ones too. */
export const clientOverviews = z.object({ clients: z.array(clientOverview) });
export type ClientOverviews = z.infer<typeof clientOverviews>;
