import { Link } from "react-router-dom";
import type { Block, Document } from "#src/content/pages/document.ts";
import { Bob } from "./bob.tsx";

const LINK = /\[([^[\]]+)\]\(([^()]+)\)/;

/** Text with links, written `[text](/path)`. Links to the server's own pages and other sites are recognized by their address. */
function RichText({ text }: { text: string }) {
	const [before = "", label, to, ...rest] = text.split(LINK);
	if (label === undefined || to === undefined) return before;
	const isPage = to.startsWith("/") && !/^\/(scanner-info|api|\.well-known|feed\.xml)/.test(to);
	const tail = text.slice(before.length + label.length + to.length + 4);
	return (
		<>
			{before}
			{isPage ? <Link to={to}>{label}</Link> : <a href={to}>{label}</a>}
			{rest.length > 0 && <RichText text={tail} />}
		</>
	);
}

function BlockView({ block }: { block: Block }) {
	if (typeof block === "string")
		return (
			<p>
				<RichText text={block} />
			</p>
		);
	if ("list" in block)
		return (
			<ul className="grid list-[square] gap-2 ps-5 marker:text-line-strong">
				{block.list.map((item) => (
					<li key={item}>
						<RichText text={item} />
					</li>
				))}
			</ul>
		);
	return (
		<dl className="border-line border-b">
			{block.facts.map(([term, text]) => (
				<div key={term} className="grid gap-x-6 border-line border-t py-3 md:grid-cols-[12rem_minmax(0,1fr)]">
					<dt className="font-semibold text-15 leading-relaxed">{term}</dt>
					<dd className="text-15 leading-relaxed">
						<RichText text={text} />
					</dd>
				</div>
			))}
		</dl>
	);
}

/**
 * A document: one line runs down the page, every heading hangs from it by a short mark, and the bob comes to rest where the text ends.
 */
export function DocumentView({ document: { heading, lead, note, sections, next } }: { document: Document }) {
	return (
		<article className="frame pt-12 pb-24 lg:pt-24">
			<header className="max-w-3xl">
				<h1 className="max-w-[22ch] font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">{heading}</h1>
				<p className="mt-5 max-w-[60ch] text-17 lg:text-20">{lead}</p>
				{note && <p className="mt-3 text-15 text-quiet">{note}</p>}
			</header>
			<div className="mt-12 grid lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)] lg:gap-x-16">
				<div className="relative ps-7 md:ps-10">
					<span aria-hidden="true" className="absolute inset-y-0 start-0 flex w-3 flex-col items-center">
						<span className="w-0 grow border-line-strong border-s" />
						<Bob className="w-3" />
					</span>
					{sections.map(({ id, heading, blocks }) => (
						<section key={id} aria-labelledby={id} className="pb-10 last:pb-4">
							<h2
								id={id}
								className="relative scroll-mt-24 font-semibold font-serif text-26 tracking-[-0.01em] before:absolute before:-start-5.5 before:top-[0.62em] before:w-4 before:border-line-strong before:border-t md:before:-start-8.5 md:before:w-6"
							>
								{heading}
							</h2>
							<div className="mt-3 grid max-w-[66ch] gap-4 text-17">
								{blocks.map((block) => (
									<BlockView key={JSON.stringify(block)} block={block} />
								))}
							</div>
						</section>
					))}
					{next && (
						<p className="pb-2">
							<Link
								to={next.to}
								className="inline-flex min-h-12 items-center rounded-control border border-accent bg-accent px-4 font-semibold text-accent-ink no-underline hover:border-ink hover:bg-ink hover:text-paper md:px-6"
							>
								{next.text}
							</Link>
						</p>
					)}
				</div>
				{sections.length > 3 && (
					<nav aria-label="On this page" className="hidden lg:block print:hidden">
						<ol className="sticky top-24 grid gap-1 text-15">
							{sections.map(({ id, heading }) => (
								<li key={id}>
									<Link
										to={`#${id}`}
										className="inline-flex min-h-8 items-center text-quiet no-underline hover:text-ink"
									>
										{heading}
									</Link>
								</li>
							))}
						</ol>
					</nav>
				)}
			</div>
		</article>
	);
}
