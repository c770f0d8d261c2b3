import type { ReactNode } from "react";
import type { CatalogReport } from "#contract/frameworks/frameworks.ts";

type Kind = CatalogReport["notTaken"][number]["kind"];

const HEADINGS: Readonly<Record<Kind, string>> = {
	unknown: "Do not fit",
	withdrawn: "Withdrawn",
	unusable: "Cannot be used",
};

/** A part of what a file has, folded. */
export function FilePart({ summary, children }: { summary: string; children: ReactNode }) {
	return (
		<details>
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
				{summary}
			</summary>
			{children}
		</details>
	);
}

type Props<K extends Kind> = {
	kinds: readonly K[];
	report: { counts: Readonly<Record<K, number>>; notTaken: CatalogReport["notTaken"]; unread: readonly string[] };
};

/** The entries of a file that are not taken, by kind and with the reason, and the columns that are not read. */
export function NotTaken<K extends Kind>({ kinds, report: { counts, notTaken, unread } }: Props<K>) {
	return (
		<>
			{kinds.map((kind) => {
				const listed = notTaken.filter((each) => each.kind === kind);
				const more = counts[kind] - listed.length;
				return (
					counts[kind] > 0 && (
						<FilePart key={kind} summary={`${HEADINGS[kind]}: ${counts[kind].toLocaleString("en")}`}>
							<ul>
								{listed.map(({ where, id, why }) => (
									<li key={`${where} ${id}`} className="wrap-anywhere border-line border-t py-1.5">
										<span className="font-mono text-13">
											{where} <bdi>{id}</bdi>
										</span>{" "}
										{why}
									</li>
								))}
							</ul>
							{more > 0 && <p className="text-13 text-quiet">And {more.toLocaleString("en")} more.</p>}
						</FilePart>
					)
				);
			})}
			{unread.length > 0 && (
				<p className="wrap-anywhere mt-1 text-quiet">
					These columns are not read: {unread.map((head) => `“${head}”`).join(", ")}.
				</p>
			)}
		</>
	);
}
