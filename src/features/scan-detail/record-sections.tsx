import type { ReactNode } from "react";
import { addressesText } from "#contract/findings/addresses-looked-at.ts";
import type { ScanDetail, ScanPart, ScanReport } from "#contract/findings/findings.ts";
import { type PagesRead, pagesReadText } from "#contract/findings/pages-read.ts";
import { readSent, sentText } from "#contract/findings/sent.ts";
import { counted } from "#contract/format/count.ts";
import { sizeText } from "#contract/format/size.ts";
import { clockText } from "#contract/format/time.ts";
import { FileLink } from "#src/lib/data/files/file-links.tsx";
import { rawUrl } from "#src/lib/scans/scans-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";

/** Opened on paper. */
const PRINTED = "print:[&::details-content]:block print:[&::details-content]:[content-visibility:visible]";

/**
 * Every part of the scan: those that were not evaluated, with the reason, then, collapsed below them, those that were, the pages that
 * were read, and the addresses that were looked at.
 */
export function PartsSection({
	report: { parts, pages, addresses = [] },
}: {
	report: Pick<ScanReport, "parts" | "pages" | "addresses">;
}) {
	const onAddresses = addressesText(addresses);
	const evaluated = parts.filter(({ status }) => status === "evaluated");
	const missed = parts.filter((part) => part.status === "not-evaluated");
	return (
		<Section id="parts" heading="Parts checked">
			{parts.length === 0 && <p className="text-15">No part could be checked.</p>}
			{missed.length > 0 && <Missed parts={missed} />}
			{evaluated.length > 0 && (
				<details className={PRINTED}>
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
						{evaluated.length} of {counted(parts.length, "part")} evaluated
					</summary>
					<Evaluated parts={evaluated} />
				</details>
			)}
			{pages && <Pages pages={pages} />}
			{onAddresses !== "" && <p className="wrap-anywhere mt-2 text-15">{onAddresses}</p>}
		</Section>
	);
}

const Pages = ({ pages }: { pages: PagesRead }) => (
	<>
		<p className="mt-2 text-15">{pagesReadText(pages)}</p>
		{pages.paths.length > 1 && (
			<details className={PRINTED}>
				<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
					Show the {pages.paths.length} pages
				</summary>
				<ol aria-label={`Pages of ${pages.origin}`} className="grid gap-1 font-mono text-13">
					{pages.paths.map((path, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: two pages may differ in what is not shown of their queries, and the list never changes.
						<li key={index} className="wrap-anywhere">
							{path}
						</li>
					))}
				</ol>
			</details>
		)}
	</>
);

/** Each reason once: what answers in place of a site takes several parts with it. */
const Missed = ({ parts }: { parts: readonly Extract<ScanPart, { status: "not-evaluated" }>[] }) => (
	<ul className="grid gap-1 text-15">
		{[...Map.groupBy(parts, ({ reason }) => reason)].map(([reason, those]) => (
			<Line key={reason} sign="–">
				{those.map(({ label }) => label).join("; ")} <b className="font-semibold">Not evaluated.</b> {reason}
			</Line>
		))}
	</ul>
);

const Evaluated = ({ parts }: { parts: readonly ScanPart[] }) => (
	<ul className="grid gap-1 text-15">
		{parts.map(({ part, label }) => (
			<Line key={part} sign="✓">
				{label} <span className="text-quiet">Evaluated</span>
			</Line>
		))}
	</ul>
);

const Line = ({ sign, children }: { sign: string; children: ReactNode }) => (
	<li className="wrap-anywhere flex gap-3">
		<span aria-hidden="true" className="w-3 flex-none">
			{sign}
		</span>
		<span>{children}</span>
	</li>
);

const CELL = "border-line border-t py-2 pe-4 text-start align-top";

/** What was sent and when, for the host's operator. Tools that run by themselves say it when they end. */
export function SentSection({ scan, sent }: Pick<ScanDetail, "scan" | "sent">) {
	const { listed, total } = readSent(sent);
	return (
		<Section id="sent" heading="What was sent to the host">
			<p className="text-15">
				{sentText(sent, scan.status)} <a href="/scanner-info">How our scanner behaves</a>
			</p>
			{listed.length > 0 && (
				<details className="mt-2">
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
						{total > listed.length ? "Show the first" : "Show all"} {listed.length.toLocaleString("en")}
					</summary>
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to be able to. */}
					<section tabIndex={0} aria-label="Requests" className="max-h-128 overflow-auto print:max-h-none">
						<table className="w-full text-13">
							<thead>
								<tr>
									{["Time, UTC", "What", "To", "Outcome"].map((head) => (
										<th key={head} scope="col" className="py-2 pe-4 text-start font-semibold">
											{head}
										</th>
									))}
								</tr>
							</thead>
							<tbody>
								{listed.map(({ at, what, address, outcome }, index) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: the same request may be sent twice in a moment, and the list only grows.
									<tr key={index}>
										<td className={`${CELL} whitespace-nowrap tabular-nums`}>
											<time dateTime={at}>{clockText(at, "utc")}</time>
										</td>
										<td className={`${CELL} wrap-anywhere min-w-48 font-mono`}>{what}</td>
										<td className={`${CELL} wrap-anywhere min-w-24 font-mono`}>
											{address === "" ? "our resolver" : address}
										</td>
										<td className={`${CELL} wrap-anywhere`}>{outcome}</td>
									</tr>
								))}
							</tbody>
						</table>
					</section>
				</details>
			)}
		</Section>
	);
}

/** The tools' output, word for word. */
export function RawSection({ scan, raw }: Pick<ScanDetail, "scan" | "raw">) {
	const { scope } = useScope();
	if (raw.length === 0) return null;
	return (
		<Section id="raw" heading="Raw output">
			<ul className="text-15">
				{raw.map(({ name, bytes }) => (
					<li key={name}>
						<FileLink
							href={rawUrl(scan.id, name, scope)}
							download={name}
							className="wrap-anywhere inline-flex min-h-11 items-center"
						>
							{name}
						</FileLink>{" "}
						<span className="text-13 text-quiet tabular-nums">{sizeText(bytes)}</span>
					</li>
				))}
			</ul>
		</Section>
	);
}
