import { mix, pick } from '../hashing.ts';
import { toTitle } from '../world/names.ts';
import { escapeHtml } from './html.ts';
import type { SitePage } from './site-pages.ts';
import { pathOfSubject, priceOf, type SitePlan } from './site-plan.ts';
import { listPhrases, say, sayMany, type Talk } from './wording.ts';

type Body = (plan: SitePlan) => string;

const ROWS = 8;
const DATES = ['2026-09-02', '2026-08-19', '2026-07-30', '2026-06-11', '2026-05-14', '2026-03-27'];

/** A subject of the site as the thing that is spoken of. */
export function talkAbout({ talk, subjects }: SitePlan, place: number): Talk {
  return { ...talk, subject: subjects[place % subjects.length] ?? talk.subject };
}

/** Rows about the subjects of a site, each linked to its page. */
export function listSubjects(plan: SitePlan, count: number, more: (talk: Talk, hash: number) => string): string {
  const rows = plan.subjects.slice(0, count).map((subject, place) => {
    const hash = mix(plan.site.hash, place);
    const talk = { ...plan.talk, subject, price: priceOf(plan.site, hash) };
    return `<li><a href="${pathOfSubject(plan.site, subject)}">${escapeHtml(toTitle(subject))}</a> ${more(talk, hash)}</li>`;
  });
  return `<ul>\n${rows.join('\n')}\n</ul>`;
}

const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n');
const all = (plan: SitePlan, purpose: string): string => paragraphs(sayMany(plan.talk, purpose, { hash: 0, count: 99 }));
const button = ({ talk, site }: SitePlan): string =>
  `<a class="button" href="#next">${escapeHtml(say(talk, `${site.businessType}.button`, site.hash))}</a>`;

export const products = (plan: SitePlan, count = ROWS): string =>
  listSubjects(
    plan,
    count,
    (talk, hash) => `<span class="price">${talk.price}</span> <small>${pick(listPhrases(talk.book, 'stock'), hash)}</small>`,
  );
export const offers = (plan: SitePlan, count = ROWS): string =>
  listSubjects(
    plan,
    count,
    (talk, hash) => `${escapeHtml(say(talk, 'city', hash))}, ${talk.price}, ${pick(listPhrases(talk.book, 'seller'), hash)}`,
  );
export const headlines = (plan: SitePlan, count = DATES.length): string =>
  Array.from({ length: count }, (_none, place) => {
    const talk = talkAbout(plan, place * 2);
    const href = pathOfSubject(plan.site, talk.subject);
    return `<article><h3><a href="${href}">${escapeHtml(say(talk, 'headline', place + plan.site.hash))}</a></h3><time>${DATES[place % DATES.length]}</time></article>`;
  }).join('\n');
export const points = (plan: SitePlan, count = ROWS): string =>
  listSubjects(plan, count, (talk, hash) => escapeHtml(say(talk, `${plan.site.businessType}.point`, hash)));

/** Fields, and a button at the end. */
function form(plan: SitePlan, purpose: string): string {
  const [fields = ''] = listPhrases(plan.talk.book, purpose);
  const names = fields.split(', ');
  const inputs = names.slice(0, -1).map((name) => `<label>${name} <input name="${name.toLowerCase()}"></label>`);
  return `<form method="post" action="/send">${inputs.join(' ')} <button type="submit">${names.at(-1)}</button></form>`;
}

function prices({ site, talk }: SitePlan): string {
  const unit = say(talk, `unit.${site.businessType}`, 0);
  const amounts = [0, 1, 2].map((place) => priceOf(site, 5 * place + (mix(site.hash, place) % (30 * (place + 1)))));
  const plans = listPhrases(talk.book, 'plan');
  return amounts.map((amount, place) => `<section class="plan"><h2>${plans[place]}</h2><p>${amount} ${unit}</p></section>`).join('\n');
}

/** Prices of subjects: what those have who sell no plans. */
const priceList = (plan: SitePlan): string =>
  listSubjects(plan, ROWS, ({ price }) => `${price} ${say(plan.talk, `unit.${plan.site.businessType}`, 0)}`);

function address({ talk, site }: SitePlan): string {
  const hours = site.businessType === 'local' || site.businessType === 'service' ? `<p>${say(talk, 'hours', 0)}</p>` : '';
  return `<address>${escapeHtml(talk.name)}, ${talk.street}, ${talk.city}<br>${talk.phone}</address>\n${hours}`;
}

/** What the pages of the navigation show, by name. */
const BODIES: Readonly<Record<string, Body>> = {
  pricing: (plan) => (/^(saas|content|game|marketplace)$/u.test(plan.site.businessType) ? prices(plan) : priceList(plan)) + button(plan),
  features: (plan) => all(plan, 'feature') + all(plan, `${plan.site.businessType}.point`) + button(plan),
  shop: (plan) => products(plan) + button(plan),
  services: (plan) => points(plan) + button(plan),
  listings: (plan) => offers(plan, 12),
  sell: (plan) => all(plan, 'sell') + button(plan),
  games: (plan) => points(plan) + all(plan, 'download'),
  download: (plan) => all(plan, 'download') + button(plan),
  articles: (plan) => headlines(plan),
  guides: (plan) => headlines(plan, 4),
  blog: (plan) => headlines(plan),
  docs: (plan) => `${all(plan, 'feature')}<pre><code>GET /v1/${plan.site.name.toLowerCase().replaceAll(/\W/gu, '')}</code></pre>`,
  help: (plan) => all(plan, 'faq'),
  cases: (plan) => all(plan, 'case'),
  newsletter: (plan) => form(plan, 'form.newsletter'),
  book: (plan) => form(plan, 'form.book'),
  about: (plan) => all(plan, `${plan.site.businessType}.about`),
  contact: (plan) => address(plan) + form(plan, 'form'),
  careers: (plan) => all(plan, `${plan.site.businessType}.about`) + address(plan),
  cart: (plan) => all(plan, 'cart'),
  account: (plan) => form(plan, 'form.account'),
  login: (plan) => form(plan, 'form.login'),
  signup: (plan) => form(plan, 'form.signup'),
};

/** The main part of a page that the navigation offers. */
export function bodyOfSitePage(plan: SitePlan, page: SitePage): string {
  return BODIES[page.name]?.(plan) ?? '';
}

/** The main part of a page about a subject, by the kind of site. */
export function bodyOfSubject(plan: SitePlan, subject: string): string {
  const talk = { ...plan.talk, subject };
  const type = plan.site.businessType;
  const { hash } = plan.site;
  return paragraphs([say(talk, `${type}.lead`, mix(hash, 8)), ...sayMany(talk, `${type}.point`, { hash, count: 3 })]) + button(plan);
}
