import { findLanguage, places, type Language, type Place } from './places.ts';

/** Countries that the vendor's database of keywords covers, with their languages. */
const COVERED = `
AL sq;DZ ar,fr;AO pt;AZ az;AR es;AU en;AT de;BH ar;BD bn;AM hy;BE nl,fr,de;BO es;BA bs;BR pt;BG bg;MM en;KH en;CM fr
CA en,fr;LK en;CL es;TW zh-TW;CO es;CR es;HR hr;CY en,el;CZ cs;DK da;EC es;SV es;EE et;FI fi;FR fr;DE de;GH en;GR en,el
GT es;HK zh-TW,en;HU hu;IN en,hi;ID en,id;IE en;IL ar,he;IT it;CI fr;JP ja;KZ ru;JO ar;KE en;KR ko;LV lv;LT lt;MY en,ms
MT en;MX es;MC fr;MD ro;MA ar,fr;NL nl;NZ en;NI es;NG en;NO nb;PK en,ur;PA es;PY es;PE es;PH en,tl;PL pl;PT pt;RO ro;SA ar
SN fr;RS sr;SG zh-CN,en;SK sk;VN en,vi;SI sl;ZA en;ES es;SE sv;CH fr,de,it;TH th;AE ar,en;TN ar;TR tr;UA ru,uk;MK mk
EG ar,en;GB en;US en,es;BF fr;UY es;VE es
`;

export interface CoveredPlace {
  readonly place: Place;
  readonly languages: readonly Language[];
}

export const coveredPlaces: readonly CoveredPlace[] = COVERED.trim()
  .split(/[\n;]/u)
  .flatMap((row) => {
    const [country, codes = ''] = row.split(' ');
    const place = places.find((candidate) => candidate.type === 'Country' && candidate.country === country);
    return place === undefined ? [] : [{ place, languages: codes.split(',').flatMap((code) => findLanguage(code) ?? []) }];
  });
