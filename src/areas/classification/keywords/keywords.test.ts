import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { describeKeyword, judgeKeywordByModel, judgeKeywordByRules } from './judge-keyword.ts';
import { measureBrands, readBrandPairs } from './measure-brands.ts';
import { foldText } from './text.ts';

const NO_BRANDS = { brands: [] };

function intentOf(keyword: string, brands: readonly string[] = []): string | undefined {
  return judgeKeywordByRules(keyword, { brands }).find(({ dimension }) => dimension === 'intent_type')?.label;
}

function brandsOf(keyword: string, brands: readonly string[] = []): string[] {
  return describeKeyword(keyword, { brands }).brands.map(({ name }) => name);
}

suite('brands in keywords', () => {
  test('reads a common word as a brand only where something says so', () => {
    for (const [branded, plain] of [
      ['apple store', 'apple pie recipe'],
      ['target careers', 'target heart rate'],
      ['shell gas station', 'turtle shell'],
      ['orange mobile', 'orange juice'],
      ['amazon prime', 'amazon river'],
      ['windows 11 update', 'double glazed windows'],
      ['visa gift card', 'visa requirements thailand'],
      ['gap jeans', 'gap year'],
      ['delta check in', 'delta of the nile'],
      ['python pandas', 'ball python'],
    ] as const) {
      assert.equal(brandsOf(branded).length, 1, branded);
      assert.deepEqual(brandsOf(plain), [], plain);
    }
  });

  test('matches whole words, names written together, and names with one wrong letter', () => {
    assert.deepEqual(brandsOf('bestbuy tv'), ['best buy']);
    assert.deepEqual(brandsOf('Coca-Cola bottle'), ['coca cola']);
    assert.deepEqual(brandsOf('facebok login'), ['facebook']);
    assert.deepEqual(brandsOf('ikeas'), []);
    assert.deepEqual(brandsOf('amazon prime video'), ['amazon prime video']);
  });

  test('are right on own pairs, most of them homographs, in 97 of 100 and more', () => {
    const pairs = readBrandPairs();
    const beside = pairs.filter(({ own }) => own.length > 0);
    assert.ok(pairs.length >= 600 && beside.length >= 200, `${pairs.length} pairs, ${beside.length} beside own brands`);
    for (const [of, some] of [
      ['hasBrandMention', pairs],
      ['branded', beside],
    ] as const) {
      const { f1, wrong } = measureBrands(some, of);
      assert.ok(f1 >= 97, `${of}: ${f1.toFixed(1)}, wrong: ${wrong.map(({ keyword }) => keyword).join(', ')}`);
    }
  });

  test('own brands and known ones are told apart, whatever width and case they are written in', () => {
    const read = (keyword: string, brands: readonly string[]) => {
      const { isBranded, hasBrandMention } = describeKeyword(keyword, { brands });
      return [isBranded, hasBrandMention];
    };
    for (const nike of ['nike air max', 'NIKE air max', 'ＮＩＫＥ ａｉｒ ｍａｘ', 'Ｎｉｋｅ air max']) {
      assert.deepEqual(read(nike, []), [false, true], nike);
      assert.deepEqual(read(nike, ['Nike']), [true, true], nike);
      assert.deepEqual(read(nike, ['ｎｉｋｅ']), [true, true], nike);
      assert.deepEqual(read(nike, ['Brightpath']), [false, true], nike);
    }
    assert.deepEqual(read('ｿﾆｰ ヘッドホン', ['ソニー']), [true, true]);
    assert.deepEqual(read('running shoes', ['Nike']), [false, false]);
    assert.deepEqual(read('running shoes', ['runningshoes']), [false, false], 'goods, also where the own site is called so');
    assert.deepEqual(read('google ads agency', ['Google']), [true, true], 'also inside a longer name');
  });

  test("finds the caller's brands first, and common words among them by the same signs", () => {
    assert.deepEqual(describeKeyword('Müller & Söhne Öffnungszeiten', { brands: ['Müller & Söhne'] }).brands[0]?.isOwn, true);
    assert.deepEqual(brandsOf('cascade pricing', ['Cascade']), ['Cascade']);
    assert.deepEqual(brandsOf('cascade mountains weather', ['Cascade']), []);
    assert.deepEqual(brandsOf('acmetron 3000 review', ['Acmetron']), ['Acmetron']);
  });
});

suite('the intent of keywords', () => {
  test('follows from their words in many languages', () => {
    for (const [keyword, intent] of [
      ['how to tie a tie', 'informational'],
      ['was ist inflation', 'informational'],
      ['qué es la fotosíntesis', 'informational'],
      ['как сварить борщ', 'informational'],
      ['量子コンピュータとは', 'informational'],
      ['facebook login', 'navigational'],
      ['sparkasse online banking anmelden', 'navigational'],
      ['booking.com', 'navigational'],
      ['сбербанк личный кабинет', 'navigational'],
      ['best running shoes', 'commercial'],
      ['meilleur aspirateur', 'commercial'],
      ['iphone vs samsung', 'commercial'],
      ['buy running shoes', 'transactional'],
      ['comprar zapatillas', 'transactional'],
      ['kup buty', 'transactional'],
      ['red leather sofa', 'transactional'],
    ] as const) {
      assert.equal(intentOf(keyword), intent, keyword);
    }
  });

  test('takes no part of a name for a sign: a help desk is no desk', () => {
    for (const [keyword, intent] of [
      ['standing desk', 'transactional'],
      ['order of operations', 'informational'],
      ['order of magnitude', 'informational'],
      ['order pizza', 'transactional'],
      ['exit tickets', 'informational'],
      ['concert tickets', 'transactional'],
      ['periodic table', 'informational'],
      ['dining table', 'transactional'],
      ['apple account', 'navigational'],
    ] as const) {
      assert.equal(intentOf(keyword), intent, keyword);
    }
    for (const service of ['help desk', 'checking account']) {
      const intent = judgeKeywordByRules(service, NO_BRANDS).find(({ dimension }) => dimension === 'intent_type');
      assert.ok((intent?.confidence ?? 0) < 60, service);
    }
  });

  test('takes an English word for one of another language only beside that language', () => {
    for (const [foreign, english] of [
      ['comment faire une omelette', 'comment of the mayor'],
      ['location de voiture pas cher', 'location of machu picchu'],
      ['identification pour mon compte', 'identification of minerals'],
      ['come si fa la carbonara', 'come as you are'],
      ['co to jest inflacja', 'co parenting'],
      ['wo liegt der bodensee', 'wo long tea'],
    ] as const) {
      assert.notEqual(intentOf(foreign), undefined, foreign);
      assert.equal(intentOf(english), undefined, english);
    }
  });

  test('reads amounts of money, conversions and requests as what they are', () => {
    for (const [keyword, intent] of [
      ['rower do 2000 zł', 'commercial'],
      ['laptop unter 1999 €', 'commercial'],
      ['220 c to fahrenheit oven', 'informational'],
      ['5 feet in cm', 'informational'],
      ['hp terbaik 2024', 'commercial'],
      ['can you book me a table for two', 'transactional'],
      ['play some jazz from 1959', 'transactional'],
      ['i want to hear an album from 2010', 'transactional'],
      ['can you eat raw potatoes', 'informational'],
      ['give me all rivers in norway', 'informational'],
    ] as const) {
      assert.equal(intentOf(keyword), intent, keyword);
    }
  });

  test('says nothing by rules where no sign is seen, and the model still answers', () => {
    assert.equal(intentOf('quetzalcoatl'), undefined);
    const intent = judgeKeywordByModel('quetzalcoatl', NO_BRANDS).find(({ dimension }) => dimension === 'intent_type');
    assert.equal(intent?.label, 'informational');
    assert.ok(intent.confidence > 0 && intent.confidence <= 100 && intent.secondBest !== undefined);
  });

  test('carries evidence, journey, specificity and expertise', () => {
    const judged = judgeKeywordByRules('error 0x80070057 windows update', NO_BRANDS);
    const labels = Object.fromEntries(judged.map(({ dimension, label }) => [dimension, label]));
    assert.deepEqual(labels, { intent_type: 'informational', journey: 'retention', query_specificity: 'exact', expertise_level: 'expert' });
    assert.ok(judged.every(({ evidence }) => evidence.length > 0));
    assert.deepEqual(describeKeyword('best cheap laptop for students', NO_BRANDS).modifiers.toSorted(), ['audience', 'best', 'price']);
  });
});

test('answers nothing for keywords without letters, and something for every other spelling', () => {
  for (const empty of ['', '   ', '???', '\u0000\u202e']) assert.deepEqual(judgeKeywordByRules(empty, NO_BRANDS), [], empty);
  for (const odd of ['a'.repeat(100_000), '\u202etxet', 'ＦＵＬＬ ｗｉｄｔｈ', '😀 shoes', 'x\u0000y', "'; drop table --"]) {
    assert.ok(judgeKeywordByModel(odd, NO_BRANDS).length > 0, odd.slice(0, 20));
  }
});

test('folds case, accents and punctuation', () => {
  assert.equal(foldText('  Lowe’s – KÖLN & Łódź! '), 'lowes koln and lodz');
});
