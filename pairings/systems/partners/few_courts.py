"""Schedules for 8 to 24 players on fewer courts than they fill: the best ones found.

All players have equally many games in each, five or more, and the numbers of games never differ by more than one.
Nobody has a partner twice. The schedules are the result of a search; `tests/pairings/partners` counts it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from pairings.systems.partners.tables import Table

#: By players and courts: rounds with a space between them, four letters a game: partners against partners.
FEW: Mapping[tuple[int, int], str] = MappingProxyType(
    {
        (8, 1): ("acdf bgeh afeg bhcd dhef agbc cgde abfh aebd chfg"),
        (9, 1): ("bdce aifg begh cdfh acei afbh dhgi cfeg abdi ehfi adcg bief agch bfdg ahde bchi cidf aebg"),
        (10, 1): ("cgfh aebd bigj cfdj aieh cdgi bhfj ajeg abci dhef eifg adbj bech acfi dghj"),
        (11, 1): (
            "bicg ejhk aidf bcdk aghj afbe fijk cdeh degj ahbk cfgi aeci bdfj ghik bfch ajeg akdi cjfh bgek ckdj "
            "bhei adfg"
        ),
        (12, 1): ("aihl djek bcfg efhi albd cgjk cfel bihk adgj ehgl cdfi ajbk flgk ahce bjdi"),
        (12, 2): ("bkdhejfg albjckei adfichgl ajhkbieg bdcjflik afcgdehl bgfkcihj agdlehfj akcebldi"),
        (13, 1): (
            "cgde hmil abfj fgkl behk aicd ckjm djhl egfi ambg cmfh bkdi aejl ahgk bicl dmef ajim cjgl bfeh dklm "
            "dfij agbh akce dlfm bjgi chek"
        ),
        (13, 2): (
            "alcgdehi ajbmfhkl bgficejk adfkblem cfimdhgj akijbdcl cmhkejfg aihldmeg acefbkgh abdkiljm cjgidfhm "
            "agbickel bedlfmhj"
        ),
        (14, 1): (
            "fjil bneg ahcd knlm diek cjfg abhm glhi adjn cfem bhjk agfk bcdl eimn dmgj fnhk acbi ajel bdfi gmhl cken"
        ),
        (14, 2): (
            "abhlceik dlfmengj bdcngmhi afgkblij anemcjfh aidjbmfk clegdnhk ambcfihn bedgckjl alinejhm aebfdkgl "
            "cmgndifj ajfgbhkl cikndmeh"
        ),
        (15, 1): (
            "cohi afdg kmln biej ajno chdk blfg ameh dngi cjfm beko glhj anbc dilm ekfo cmgo fhin adjk bnel bodm "
            "agik cejl bfho akim cden gjhl aofl bmci degh fjkn"
        ),
        (15, 2): (
            "amhjbico dfklengm cgfhdjei aebkholn cdmngjko aifnbmgl bhdkclej agdifkmo aclobfjn akcnehfi dhjogilm "
            "aoemblik behncfdg abfmgnjl chdeiojk"
        ),
        (16, 1): (
            "cdln abgk fojm ehip hljk cgdo aefn bpim cekm gnhj aplo bidf adhm eigl ckfp bnjo ahbc djep ikmn flgo"
        ),
        (16, 2): ("dihngljm akeobpcf agbicojn dmfkehlp clikfhgo apmnbedj aldfbchm ekgnipjo ajhkcpdg blnoeifm"),
        (16, 3): (
            "anhibleodgfm ajdebgkpcofh cnjmdphlefik aklmbcgijnop aecpbndfgkhj ckdnemhofijl ambjdoipelgn apfkbihmcglo"
        ),
        (17, 1): (
            "clfm aegi djko bhpq anck emhj dpfg iolq bgjn cdeq afho ikmp bndl ajfq chgo elkp bimn apdm cjhi enfo "
            "gqkl bpco dnhm bkfi alej gmoq ahbl jqnp cidk bfeg ghkm acjl inop dqef"
        ),
        (17, 2): (
            "figqhjkm aedncolp ambgdofk chinejpq afhpbldi bcekgojn alkqeoim bjcfdhgp bohqfmln ajilcdmq bknpcefg "
            "ehjliqmp adcnegko bdjoipkn aglmfqhk acfobpgl dehijqmn"
        ),
        (17, 3): (
            "abekcnpqfgim apjobhflcgde bjindmklgqho aiclehmpfnko amnqbpdgchjk bimodfjqegln adfhcjloipkq "
            "bfcpdhnoejgk algpbeoqcihm agdkenfijlmq ahbmcokndpei akiqcfgleojm bqgjdlfoephn achpbnildqkm "
            "aeijdolpfmgn bcfqelhkgmjp afbocqdnhjik"
        ),
        (18, 1): (
            "fkpr agdi bmej coln akhq gmlr bndp cfij ehoq cmdk abfl enir gphj fqmo brch dlek aqjn giop clpq defh "
            "bikm ajor fgkn driq aecp hnlm bjgo"
        ),
        (18, 2): (
            "blgrinjp aocmdkhq agfneqjl bohickpr dfilekgm adbjnoqr bqmpcefh aikldogp cfjmehnr aepqbdcn fjkoghim "
            "bkeodlmr cqgiflhp ajhrbnfk apgjcoln deiofrmq aceijnlm bhgqdpkr"
        ),
        (18, 3): (
            "clgkdpfreohm acmpbgnqeijk ajbdfolqhrin bmkrcefngjhp aplnbocidqhk aqerdjlofmgi abghcmjqkonp "
            "belpdigqfjnr aofkcrehdlim"
        ),
        (19, 1): (
            "efop hjns blci akmq drfg aecn hkio bpms dljq aigr bfkn cods ehlm gqjp erks adbh fjim gnlo crpq begj "
            "aqfs dpik mrno cphl eniq cgkm bjor asfl dheq ajkp dmlr csin bgfh acjo gkls bqeo dnmp frhi"
        ),
        (19, 2): (
            "bsgldkij anorcheq bpiofmjs aegkcdlr bqmnfhlp cngjdeos afiqhkmr dpenjolq bfckgshi apcmbjer iklnpqrs "
            "abdhfgmo ajpsemil cfhndgkq cskolmnr bohjgipr aqeldfgm asbnkrop cefidjhq"
        ),
        (19, 3): (
            "cqhrdkgnilop abjoesfklmnq bhgscdmpfijr agelbpkqnros ancfdqejhmik aprsbfdlcjgo asiqephnfgmo "
            "ardmbicehkjl bjmndgisekor aohqbgfpcmls cikndrhlfjpq bngrdskoehfm aelpcsdjgiqr afkmblhicneq "
            "ajbrfoipkslq ahnocpgmdejq bseickfrjmlo adeghpnskroq bmnpchdfglij"
        ),
        (20, 1): (
            "dkef aqgm irlt cpos bnhj crfg askt deim lnoq bjhp acen fmls grko btdq hijp afbo dsnr cejl gthm ipkq "
            "bsgi fpnt aodj ehqr cklm"
        ),
        (20, 2): (
            "belthqpr cgimdsjk aoeqbfhn csptijlr admnfogk acbrdiqt efjpglhs bkmqnort aifschde gpknjlmo bpiofrmt "
            "akhlcnjq bgdrenms apgthijo cefkdqls"
        ),
        (20, 3): (
            "bgehcjdrlnpq asdibfkogjmt celofmhpitqr agkrbnjsdthl afcnepikmsoq btcpflrshjkq apjocgisdmen "
            "albmdfgqhrno crkmesptfijl aehqbodginkt"
        ),
        (20, 4): (
            "atinbcfpdrjqksmo alfmbejsdiopgthq arbhcdglemnqjtkp aqckdefhgirsjlno bmcieortfgknhpls "
            "agjpbfoqdtmseikl aegobrdkcphnfjis bgltcsnreqiphmjo acesdfktghimlnqr anbdcjotfrmphlkq"
        ),
        (21, 1): (
            "gnip ckjl dtfm aeou bqhr cfgs jptu ikmo andl esqr bhct fojn gulm apks bide hqjr cmnr ltoq bufk ahgi "
            "dsep eknt amjq dgor fphl csiu begj hsmn cqdk arft bopu ijlr dhku cpem bgnq isot afel blms dohj knru "
            "fipq atcg"
        ),
        (21, 2): (
            "cjfreinu boptdgkl achqimrs dofnetjk asblghpu cokmdijq bhefgrnt apdmlsqu eolrfikp bcguhjmn adstfmlq "
            "aujobrkq chitenps ftmugjos crdpglhi ankubemq fqgthskr bdiocpjl agernpqt cfesduhm aoikbjln"
        ),
        (21, 3): (
            "alcnboeugipt bqdkfjhtmurs aoikdelpgjnr bmhpctkufqis aferchdgjolm admthnksjpqu bilrcenqfsgo "
            "aihudtoremgk bscjfpkngqlu coprdminelst apjsbdfgeqhr bnotclfmiujk asbgdfjuhqno atpqcmeihlkr"
        ),
        (21, 4): (
            "asfkdqjpetloginu broscejmdghtfliq auopbqgmcnfhjrkt abeicrdlhqsuknmp ahjlbtcudfmoepgr "
            "armqbuklcjiodens bjfnclgshokqipmt aqntdkglerfuhpis akcdbsjtfmghinor agrsbedhcfpqlumn "
            "bhprdsiuekftgqjo athncomseqikjulp afdubigkcpeojnmr bdfqcknrhjoulmst adbgcihuenjsfplt "
            "amkubncteloqgpir ajfidokmespthrlq aebcdnlsfrhmgjpu bflrgtjkhinomuqs aiembkpscqdtfogu "
            "andpcgjqehrtilko"
        ),
        (22, 1): (
            "coiq ektu fprs bvhj glmn aidu csht evfo jqkp bndr aglm ehip cvru bfqt ksno djgm alhr dseq nptv bmik "
            "cufg ajlo hqnu etmr gvis cldp afbk jort aecn kqlv humo bgps difj"
        ),
        (22, 2): (
            "bglnivjr aqsucomp deknfhjt abmrlupv csikgohq dfmvetru aoinbkjp ctdqehls frgkjumn agptboev cdhsfilq "
            "aecjbudi hnprktlm bsfogqkv aihvdljo cfnuepmq dogrntsv bhkuefip arclgsjm bnqtkpov adfqeigt crjshlmu"
        ),
        (22, 3): (
            "apcmbtesdgjq fnuvhrklisoq akbjcgefdthm blqvernoguip aifhcodkjsmu arqtehpvgmln bfopclijdrsv "
            "adeucqhngtkv bmirknpsluot ahgsemkqfpjt bdflcurviojn"
        ),
        (22, 4): (
            "albmctfpegknisqu ajhudigtkomvlspr bnhvckdseojlfrmq avgpbjdfciehntru bukpdlqvfsgoinjm "
            "akirbestcqnodphm aefqcugldhorjtkv brcjemuvfilngqht adnsepgrfoiuhlkt aoetbcgmfhsvjkpq "
            "aucdbvqrionpjslm"
        ),
        (23, 1): (
            "psqu crlt avkn bdhm gijw efos cnhq kpmt bruv awdl eogj cifm nrsw bqkl athu dopv egfi jlmn bwco ghkr "
            "ivst ajfq dpeu gslm fhpw ionu aebc dkjr gqtv emvw bsjp flku hoiq ctdn armo cgpu evhl dwks bfnt irjq "
            "akip fumv htjo bndg acrs ewlq"
        ),
        (23, 2): (
            "cjlmnoqt buefdirs ahkwgnpv cdtuemqs bvjrfoil awpqgshk dkeolnru cvhifwmt aobgjpst dnhmklqv aijucwer "
            "blhtfrgp bkinousw amevdgjq afcsmopr ephlftkv bqcuginw dslvfhjo akmreigt bpdqcnjw agltopuv enfshqir "
            "bjmwckdu"
        ),
        (23, 3): (
            "abejhintlupq comsdfvwgkru bpknceiqdhjl auovfjgmrtsw bqdtcklwephm agpsfiorjnqv acftbuhwdoek "
            "egnwijsulvmr akhqcdprglot bigvdumnehfs aimwjqopkvst adgubhcrfnls clevfpitjorw ambnetjufgkq "
            "bdoshkmviwlq aekrcfnupwsv bjilchgomtqr ahdibsqunpow cnjkemgtfrpv aslmcidkhrqw bfdjelpunotv "
            "cvgqhnirjmkw algsbofudept"
        ),
        (23, 4): (
            "atjobgdlhrvwknps bvcqduiwermpfjhs ackmejiqfltugnow abnrcuhpdqktesov cgirdfopehntjmlw "
            "augsbefwhqmoiklv bmiscjdngvptluqr anfvbokuclswgpjq ahdibrjtcmfoekgu aphldersfnkqmwtv "
            "asqwbhegioprjumv bkhmcsgtdrfqilno ajcebwkpdvlnftiu akrtcnqudgfmhils cdelfgqvjwkomtnp "
            "aebpdoivhwnqjrsu btgochrveulmfikw adouengkfhjlipqs arpwbjcvghimksot afetbquwdpsvjnlr "
            "ainvcomqfkhjgwlp ambscreodtnuklpq bujvcwfsdhgremit"
        ),
        (24, 1): (
            "bojq denx aimp ctgr fhsv kwlu eqpr domt axbj cifn guhv kslw beit dfjp mxqr aohn cvkl gsuw ftlq emhj "
            "bidr opvx angk cusw hqil efko jntv bpgm ardw cxsu"
        ),
        (24, 2): (
            "bfevhwmo cldkginp atsxjrqu bmkphvln cfiodweg asjuqrtx bgjlfnkw cehpdvim arqsotux bxdnhtjk avcwfmgl "
            "euiqoprs btiwemjx adhngukv crfslopq"
        ),
        (24, 3): (
            "cngqiskmjotu afbldevxhprw asgocmjlkqru bhevdinpfwtx axckfgjrhslu bditemnwoqpv aeirgpkljsqx "
            "bocwdthmfvnu bjkncsetmxpu aqfhdlorgwiv"
        ),
        (24, 4): (
            "asjobwkucflqgpix arnwbemxdvishtpu cjkmdnloevhqftgr audxbqiofwhsklpr aietbdchgnmqjruv "
            "cpgseofkjtnxlwmv afbvcuinelgjqrsx ahgkbulscotwdmfp dqjwepnrhoimkvtx"
        ),
        (24, 5): (
            "apuvbljkctegfomshrqx aqbecxfjdwovhistlmnr acdlbifngkoqhmjpsxuw axnobrgsdjiuelfvkptw "
            "arjwcvhndekmfuqtgilp bhoucrikdspqengwmtvx"
        ),
    }
)


@cache
def schedule_for_few_courts(players: int, courts: int) -> Table:
    """Return the schedule for these numbers of players and courts, without rounds if there is none."""
    return tuple(
        tuple(
            ((_number(written[at]), _number(written[at + 1])), (_number(written[at + 2]), _number(written[at + 3])))
            for at in range(0, len(written), 4)
        )
        for written in FEW.get((players, courts), "").split()
    )


def _number(letter: str) -> int:
    return ord(letter) - ord("a") + 1
