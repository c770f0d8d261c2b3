import { site } from "#src/config/site.ts";
import { Button } from "#src/ui/button.tsx";
import { PlainPage } from "#src/ui/page/plain-page.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { OfferView } from "./opening/offer-view.tsx";
import { answeringView } from "./questions/answering-code.ts";
import { type Opened, useLinks } from "./use-links.ts";

export const meta = {
	title: `Questions for you | ${site.name}`,
	description: `Answer questions through a link on ${site.name}.`,
	indexable: false,
} as const;

type Links = ReturnType<typeof useLinks>;

function Content({ opened, links }: { opened: Exclude<Opened, { step: "answering" }>; links: Links }) {
	switch (opened.step) {
		case "opening":
			return (
				<>
					<p role="status">Looking up your link.</p>
					<noscript>
						<p>Answering through a link needs JavaScript.</p>
					</noscript>
				</>
			);
		case "none":
			return <p>Open the link in the email again: this page cannot tell which questions it is about.</p>;
		case "gone":
			return <p role="alert">{opened.why}</p>;
		case "failed":
			return (
				<>
					<p role="alert">Your link could not be looked up. {opened.why}</p>
					<Button variant="secondary" onClick={links.again}>
						Try again
					</Button>
				</>
			);
		case "offer": {
			const { token, offer } = opened;
			return (
				<OfferView
					token={token}
					offer={offer}
					onConfirmed={(id) => links.begin(id, { token, email: offer.email })}
					onGone={links.gone}
				/>
			);
		}
	}
}

/** Other links that this device keeps. */
function Others({ opened, links }: { opened: Opened; links: Links }) {
	const shown = opened.step === "answering" ? opened.link.detail.respondentId : null;
	const others = links.others.filter(({ detail }) => detail.respondentId !== shown);
	if (others.length === 0) return null;
	return (
		<section aria-labelledby="respond-others" className="mt-8">
			<h2 id="respond-others" className="font-semibold text-15">
				Other questions on this device
			</h2>
			<ul>
				{others.map((link) => (
					<li key={link.detail.respondentId}>
						<TextButton onClick={() => links.answer(link)}>
							{link.detail.title} ({link.detail.workspace})
						</TextButton>
					</li>
				))}
			</ul>
		</section>
	);
}

const headingOf = (opened: Opened): string => (opened.step === "offer" ? opened.offer.title : "Questions for you");

/** The page behind the link of a respondent. Opening it changes nothing, because mail scanners open links too. */
export default function RespondPage() {
	const links = useLinks();
	const { opened } = links;
	if (opened.step === "answering") {
		const { token, email } = opened.link;
		const AnsweringView = answeringView();
		return (
			<section className="frame min-h-dvh pt-5 pb-8 md:pt-8">
				<AnsweringView
					opened={opened}
					onChange={links.change}
					onConfirmed={(id) => links.begin(id, { token, email })}
					onGone={links.gone}
					onRefresh={links.refresh}
					onForget={links.forget}
				/>
				<Others opened={opened} links={links} />
			</section>
		);
	}
	return (
		<PlainPage heading={headingOf(opened)}>
			<Content opened={opened} links={links} />
			<Others opened={opened} links={links} />
		</PlainPage>
	);
}
