import type { CodePage } from '../../../src/text/code-pages.ts'

/** Names of plugins that only this code page of those that files are read in can hold, or that it comes first for. */
export const PAGE_NAMES: Readonly<Record<CodePage, readonly string[]>> = {
  'windows-1252': ['Été.esp', 'Größe.esm', 'Þór.esp', 'Ñandú.esl'],
  'windows-1250': ['Łódź.esp', 'Příšera.esm', 'Žluťoučký.esp', 'Őrség.esl'],
  'windows-1251': ['Броня.esp', 'Русификатор.esm', 'Їжак.esp', 'Ёлка.esl'],
  'windows-1253': ['Ξίφος.esp', 'Ασπίδα.esm', 'Δράκος.esp', 'Ψυχή.esl'],
  'windows-1254': ['Kılıç.esp', 'Şehir.esm', 'Ağaç.esp', 'İstanbul.esl'],
  'windows-1255': ['חרב.esp', 'מגן.esm', 'דרקון.esp', 'בית.esl'],
  'windows-1256': ['سيف.esp', 'درع.esm', 'تنين.esp', 'بيت.esl'],
  'windows-1257': ['Šarvai.esp', 'Ąžuolas.esm', 'Ķēniņš.esp', 'Ģērbs.esl'],
  'windows-1258': ['Đươ\u0300ng.esp', 'Rô\u0300ng.esm', 'Kiê\u0301m.esp', 'Ngư\u0323a.esl'],
  'windows-874': ['ดาบ.esp', 'โล่.esm', 'มังกร.esp', 'บ้าน.esl'],
  cp932: ['鎧の追加.esp', 'ドラゴン.esm', 'ソード表.esp', '日本語化.esl'],
  cp936: ['盔甲补丁.esp', '简体汉化.esm', '龙与剑.esp', '联通.esl'],
  cp949: ['한글.esp', '갑옷.esm', '용의검.esp', '똠방각하.esl'],
  cp950: ['繁體中文.esp', '盔甲擴充.esm', '許功蓋.esp', '龍與劍.esl'],
}
