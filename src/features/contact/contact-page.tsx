import { useRef } from "react";
import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { channels } from "#src/content/contact.ts";
import { Part } from "#src/ui/page/part.tsx";
import { ContactForm } from "./contact-form.tsx";
import { Offices } from "./offices.tsx";

export const meta = {
	title: `Contact | ${site.name}`,
	description: "Write to us, book a 30-minute demo, or find an office. We reply within 24 hours.",
	canonical: "/contact",
} as const;

const BUTTON = "inline-flex min-h-12 items-center rounded-control border px-4 font-semibold no-underline md:px-6";

export default function ContactPage() {
	const inquiry = useRef<HTMLSelectElement>(null);
	const choose = (value: string) => {
		if (inquiry.current) inquiry.current.value = value;
	};
	return (
		<>
			<section aria-labelledby="contact-us" className="frame pt-12 pb-12 lg:pt-24 lg:pb-16">
				<h1 id="contact-us" className="max-w-[18ch] font-semibold font-serif text-34 tracking-[-0.015em] lg:text-46">
					Talk to the people who build it
				</h1>
				<p className="mt-5 max-w-[54ch] text-17 lg:text-20">
					A question about a finding, a price, or whether this fits you. We reply within 24 hours, and the reply comes
					from a person.
				</p>
				<p className="mt-8 flex flex-wrap gap-3">
					<Link
						to="#message"
						className={`${BUTTON} border-accent bg-accent text-accent-ink hover:border-ink hover:bg-ink hover:text-paper`}
					>
						Send us a Message
					</Link>
					<Link to="/demo" className={`${BUTTON} border-line-strong bg-raised text-ink hover:border-ink`}>
						Schedule Demo
					</Link>
				</p>
			</section>
			<Part id="channels" heading="How to reach us">
				<ul className="grid md:grid-cols-2 md:gap-x-12">
					{channels.map(({ id, heading, text, link, inquiry }) => (
						<li key={id} data-channel={id} className="grid content-start gap-1 border-line border-t py-5">
							<h3 className="font-semibold text-20">{heading}</h3>
							<p className="text-17">{text}</p>
							<p className="flex flex-wrap gap-x-5">
								{id === "demo" && (
									<Link to="/demo" className="inline-flex min-h-11 items-center">
										Choose a time
									</Link>
								)}
								<Link to="#message" onClick={() => choose(inquiry)} className="inline-flex min-h-11 items-center">
									{link}
								</Link>
								{id === "general" && (
									<a href={`mailto:${site.email}`} className="inline-flex min-h-11 items-center wrap-anywhere">
										{site.email}
									</a>
								)}
								{id === "sales" && (
									<a href={`tel:${site.phone.replaceAll(" ", "")}`} className="inline-flex min-h-11 items-center">
										{site.phone}
									</a>
								)}
							</p>
						</li>
					))}
				</ul>
			</Part>
			<Part id="write" heading="Send us a message">
				<ContactForm inquiry={inquiry} />
			</Part>
			<Part id="offices" heading="Global offices">
				<Offices />
			</Part>
		</>
	);
}
