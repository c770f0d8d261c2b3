import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { trustBadges } from "#src/config/claims.ts";
import { authMarketing } from "#src/content/auth.ts";
import { Bob } from "#src/ui/page/bob.tsx";
import { Wordmark } from "#src/ui/page/wordmark.tsx";

type Props = { heading: string; children: ReactNode };

/** Sign-in and registration: the form on one side, the product's benefits on the other. On a phone the form comes first. */
export function AuthLayout({ heading, children }: Props) {
	return (
		<div className="grid grow lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
			<div className="px-5 pt-[env(safe-area-inset-top)] pb-16 md:px-10">
				<div className="mx-auto max-w-md">
					<Link to="/" className="flex h-16 w-fit no-underline">
						<Wordmark />
					</Link>
					<h1 className="mt-8 mb-6 font-semibold font-serif text-34 tracking-[-0.015em] lg:mt-16">{heading}</h1>
					{children}
				</div>
			</div>
			<section
				aria-labelledby="what-for"
				className="relative border-line border-t bg-raised px-5 pt-12 pb-[calc(4rem+env(safe-area-inset-bottom))] md:px-10 lg:border-s lg:border-t-0 lg:pt-40"
			>
				<div
					aria-hidden="true"
					className="absolute start-5 top-0 flex h-9 w-3 flex-col items-center md:start-10 lg:h-36"
				>
					<span className="w-0 grow border-line-strong border-s" />
					<Bob className="w-3" />
				</div>
				<div className="mx-auto max-w-md lg:mx-0">
					<h2 id="what-for" className="font-semibold font-serif text-26 tracking-[-0.01em]">
						{authMarketing.headline}
					</h2>
					<ul className="mt-6 text-17">
						{authMarketing.bullets.map((bullet) => (
							<li key={bullet} className="border-line border-t py-4 last:border-b">
								{bullet}
							</li>
						))}
					</ul>
					<ul aria-label="Trust" className="mt-10 flex flex-wrap gap-x-3 gap-y-2">
						{trustBadges
							.filter(({ shown }) => shown)
							.map(({ text }) => (
								<li key={text} className="rounded-control border border-line-strong px-3 py-1.5 text-15">
									{text}
								</li>
							))}
					</ul>
				</div>
			</section>
		</div>
	);
}
