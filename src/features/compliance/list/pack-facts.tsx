import { dayText } from "#contract/format/time.ts";
import type { FrameworkSummary } from "#contract/frameworks/frameworks.ts";
import { isOwn } from "#contract/frameworks/pack.ts";

type Facts = Pick<FrameworkSummary, "id" | "about" | "asOf" | "publisher" | "source" | "notCovered">;

/** What a pack is, where it comes from, and what it must not be taken for. */
export function PackFacts({ framework: { id, about, asOf, publisher, source, notCovered } }: { framework: Facts }) {
	return (
		<div className="max-w-[62ch] text-15">
			<p>{isOwn(id) ? "This workspace added it from a file. Its titles and texts are those of the file." : about}</p>
			<dl className="mt-3 grid gap-x-6 gap-y-2 md:grid-cols-2">
				{publisher !== "" && (
					<div className="min-w-0">
						<dt className="text-13 text-quiet">Published by</dt>
						<dd className="wrap-anywhere">
							<bdi>{publisher}</bdi>
						</dd>
					</div>
				)}
				<div className="min-w-0">
					<dt className="text-13 text-quiet">{isOwn(id) ? "Loaded" : "Compared with the source"}</dt>
					<dd>{dayText(asOf)}</dd>
				</div>
				<div className="min-w-0 md:col-span-2">
					<dt className="text-13 text-quiet">Source</dt>
					<dd className="wrap-anywhere">
						{source.url === undefined ? (
							<bdi>{source.title}</bdi>
						) : (
							<a href={source.url} rel="noreferrer" target="_blank" className="inline-flex min-h-11 items-center">
								{source.title}
							</a>
						)}
					</dd>
				</div>
			</dl>
			{notCovered.length > 0 && (
				<>
					<h3 className="mt-3 text-13 text-quiet">Not covered</h3>
					<ul className="list-disc ps-5">
						{notCovered.map((sentence) => (
							<li key={sentence} className="mt-1">
								{sentence}
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	);
}
